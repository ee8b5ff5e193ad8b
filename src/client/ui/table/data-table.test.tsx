import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";

import { sortRows } from "#shared/kernel/sorting.ts";
import type { Sort } from "#shared/kernel/sorting.ts";

import type { DataTableColumn } from "./columns.ts";
import { DataTable } from "./data-table.tsx";

interface Tool {
  id: string;
  name: string;
  company: string;
}

const TOOLS: Tool[] = [
  { id: "1", name: "Gemini", company: "Google" },
  { id: "2", name: "Claude", company: "Anthropic" },
  { id: "3", name: "Whisper", company: "OpenAI" },
];
const COLUMNS: DataTableColumn<Tool, "name" | "company">[] = [
  { key: "name", header: "Name", isSortable: true, width: 12, grow: 1, render: (tool) => tool.name },
  {
    key: "company",
    header: "Company",
    isSortable: true,
    width: 8,
    removalOrder: 1,
    render: (tool) => tool.company,
  },
  { key: "initial", header: "Initial", width: 4, isHiddenOnCard: true, render: (tool) => tool.name[0] },
];

/** Sets the width of all elements in pixels. */
const setWidth = (width: number) =>
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, width, 0));

const handleOpen = vi.fn<(name: string) => void>();
const handleEdit = vi.fn<(name: string) => void>();

const deleteButton = (tool: Tool) => (
  <button type="button" aria-label={`Delete ${tool.name}`}>
    x
  </button>
);

function Tools({ tools = TOOLS, columns = COLUMNS }: { tools?: Tool[]; columns?: typeof COLUMNS }) {
  const [sort, setSort] = useState<Sort<"name" | "company"> | null>(null);
  return (
    <DataTable
      label="AI tools"
      rows={sortRows(tools, sort)}
      columns={columns}
      sort={sort}
      onSort={setSort}
      onOpen={(tool) => handleOpen(tool.name)}
      rowKeys={{ e: (tool) => handleEdit(tool.name) }}
      rowActions={deleteButton}
    />
  );
}

const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("row")
    .slice(1)
    .map((row) => row.textContent);

afterEach(() => {
  vi.clearAllMocks();
  vi.restoreAllMocks();
});

test("sorts ascending, then descending, and announces it", async () => {
  render(<Tools />);
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(screen.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  expect(names().map((row) => row.slice(0, 6))).toEqual(["Claude", "Gemini", "Whispe"]);
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(screen.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "descending");
  expect(names()[0]).toContain("Whisper");
  expect(screen.getByRole("columnheader", { name: "Initial" })).not.toHaveAttribute("aria-sort");
});

test("opens a row on a click anywhere except its actions", async () => {
  render(<Tools />);
  await userEvent.click(screen.getByText("Anthropic"));
  expect(handleOpen).toHaveBeenCalledExactlyOnceWith("Claude");
  await userEvent.click(screen.getByRole("button", { name: "Delete Claude" }));
  expect(handleOpen).toHaveBeenCalledTimes(1);
});

test("enters the list with j and k, moves with arrows, opens with Enter and edits with e", async () => {
  render(<Tools />);
  await userEvent.keyboard("j");
  expect(screen.getByRole("button", { name: "Gemini" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}j");
  expect(screen.getByRole("button", { name: "Whisper" })).toHaveFocus();
  await userEvent.keyboard("k{Enter}e");
  expect(handleOpen).toHaveBeenCalledExactlyOnceWith("Claude");
  expect(handleEdit).toHaveBeenCalledExactlyOnceWith("Claude");
  await userEvent.keyboard("{Home}");
  expect(screen.getByRole("button", { name: "Gemini" })).toHaveFocus();
});

test("preserves the focused row, or focuses its successor", async () => {
  const [gemini, claude, whisper] = TOOLS;
  const renderTools = (...tools: (Tool | undefined)[]) => (
    <Tools tools={tools.filter((tool) => tool !== undefined)} />
  );
  const { rerender } = render(renderTools(gemini, claude, whisper));
  await userEvent.keyboard("j{ArrowDown}");
  expect(screen.getByRole("button", { name: "Claude" })).toHaveFocus();
  rerender(renderTools({ id: "4", name: "Suno", company: "Suno" }, gemini, claude, whisper));
  expect(screen.getByRole("button", { name: "Claude" })).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowUp}");
  expect(screen.getByRole("button", { name: "Claude" })).toHaveFocus();
  rerender(renderTools(gemini, whisper));
  expect(screen.getByRole("button", { name: "Whisper" })).toHaveFocus();
  rerender(renderTools(gemini));
  expect(screen.getByRole("button", { name: "Gemini" })).toHaveFocus();
});

test("does not take the focus from other elements when rows change", async () => {
  const { rerender } = render(<Tools />);
  await userEvent.keyboard("j");
  await userEvent.click(document.body);
  rerender(<Tools tools={TOOLS.slice(1)} />);
  expect(document.body).toHaveFocus();
});

test("renders only visible rows of ten thousand, and reaches the last", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: String(index),
    name: `Tool ${index}`,
    company: "Acme",
  }));
  render(<Tools tools={many} />);
  const table = screen.getByRole("table", { name: "AI tools" });
  expect(table).toHaveAttribute("aria-rowcount", "10001");
  expect(within(table).getAllByRole("row").length).toBeLessThan(80);
  await userEvent.keyboard("j{End}");
  expect(screen.getByRole("button", { name: "Tool 9999" })).toHaveFocus();
});

const headers = () => screen.getAllByRole("columnheader").map(({ textContent }) => textContent);

test("hides a column without space, and names it if the rows are sorted by it", async () => {
  setWidth(26 * 16);
  render(<Tools />);
  expect(headers()).toEqual(["Name", "Initial", "Actions"]);
  expect(screen.queryByText(/^Sorted by/u)).toBeNull();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Sort by Company");
  expect(screen.getByText("Sorted by Company (column hidden)")).toBeVisible();
  expect(names().map((row) => row.slice(0, 6))).toEqual(["Claude", "Gemini", "Whispe"]);
  await userEvent.click(screen.getByRole("button", { name: "Sort descending" }));
  expect(names()[0]).toContain("Whisper");
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(screen.queryByText(/^Sorted by/u)).toBeNull();
});

test("sorts by headers if all columns fit", () => {
  setWidth(31 * 16);
  render(<Tools />);
  expect(headers()).toEqual(["Name", "Company", "Initial", "Actions"]);
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("shows cards with the same actions, their order and a sort control in a narrow space", async () => {
  setWidth(22 * 16);
  render(
    <Tools
      columns={[
        ...COLUMNS,
        { key: "stars", header: "Stars", width: 4, isFirstOnCard: true, render: () => "9 stars" },
      ]}
    />,
  );
  expect(screen.queryByRole("table")).toBeNull();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Sort by" }), "Sort by Name");
  const cards = screen.getAllByRole("listitem");
  expect(cards[0]).toHaveTextContent(/^Claude.*9 stars.*Anthropic/u);
  expect(within(screen.getByRole("list")).getByRole("button", { name: "Delete Claude" })).toBeVisible();
  await userEvent.click(screen.getByText("Anthropic"));
  expect(handleOpen).toHaveBeenCalledExactlyOnceWith("Claude");
});

test("omits empty values from a card", () => {
  setWidth(22 * 16);
  render(<Tools tools={[{ id: "1", name: "Gemini", company: "" }]} />);
  expect(screen.queryByText("Company")).toBeNull();
  expect(screen.queryAllByRole("definition")).toEqual([]);
});
