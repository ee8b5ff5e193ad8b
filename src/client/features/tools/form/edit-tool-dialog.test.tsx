import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";

import { addAlias, listAliases } from "#server/features/aliases/aliases.service.ts";
import { addTool, editTool, getTool } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import { type Backend, startBackend } from "#tests/support/msw-server.ts";
import { toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { EditToolDialog } from "./edit-tool-dialog.tsx";

const OLD = { date: "2023-01-01", url: "https://a.example/old" };
const RECENT = { date: "2024-01-01", url: "https://a.example/recent" };

let backend: Backend;
let tool: Tool;
const onClose = vi.fn<() => void>();

let maria: User;

beforeEach(async () => {
  onClose.mockClear();
  backend = await startBackend();
  maria = await backend.signInAs({ username: "maria" });
  const fields = {
    name: "Notebook",
    company: "Paper",
    industry: "robotics",
    notes: "Good",
    releaseNotes: [OLD, RECENT],
  };
  tool = await addTool(backend.app, maria, newToolSchema.parse(fields));
  render(<EditToolDialog tool={tool} onClose={onClose} />, { wrapper: Surroundings });
});

const person = userEvent.setup();
const field = (name: string) => screen.getByRole("textbox", { name: new RegExp(`^${name}`, "u") });
const update = () => person.click(screen.getByRole("button", { name: "Update Tool" }));
const stored = () => getTool(backend.app, tool.id);
const otherNames = async () =>
  (await listAliases(backend.app, { toolId: tool.id })).items.map(({ spelled }) => spelled);
const notesShown = () =>
  within(screen.getByRole("region", { name: "Release Notes" }))
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));

async function retype(name: string, text: string) {
  await person.clear(field(name));
  await person.type(field(name), text);
}

test("saves changes and clears an emptied field", async () => {
  await retype("Company", "Pen");
  await person.clear(field("Notes"));
  await update();
  expect(await toast("AI tool updated successfully")).toBeVisible();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await stored()).toMatchObject({ company: "Pen", notes: null, industry: "robotics", revision: 2 });
});

test("preserves an industry that is not an option in this browser", () => {
  expect(screen.getByRole("combobox", { name: "Industry" })).toHaveValue("robotics");
});

test("saves a release note at once, and does not restore one removed here", async () => {
  const add = screen.getByRole("button", { name: "Add release note" });
  await person.click(screen.getByRole("button", { name: `Remove release note of ${OLD.date}` }));
  expect(await toast("Release Note Removed")).toBeVisible();
  expect(add).toBeDisabled();
  await person.type(field("Date"), "2024-06-01");
  expect(add).toBeDisabled();
  await person.type(field("Release note URL"), "https://a.example/new{Enter}");
  expect(await toast("Release Note Added")).toBeVisible();
  await waitFor(() => expect(notesShown()).toEqual(["https://a.example/new", RECENT.url]));
  expect((await stored()).releaseNotes).toHaveLength(3);

  await update();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect((await stored()).releaseNotes.map(({ url }) => url)).toEqual(["https://a.example/new", RECENT.url]);
});

test("refuses an invalid release note address at the field", async () => {
  await person.type(field("Date"), "today");
  await person.type(field("Release note URL"), "nonsense{Enter}");
  expect(screen.getByText("Please enter a valid URL")).toBeVisible();
});

test("shows another person's changes next to the user's, and overwrites nothing", async () => {
  await editTool(backend.app, maria, { id: tool.id, company: "Theirs Inc", notes: "Their notes" });
  await retype("Notes", "My notes");
  await update();

  const panel = await screen.findByRole("alert");
  const company = within(within(panel).getByRole("group", { name: "Company" }));
  const notes = within(within(panel).getByRole("group", { name: "Notes" }));
  expect(company.getByRole("radio", { name: /^Theirs/u })).toBeChecked();
  expect(notes.getByRole("radio", { name: /^Yours/u })).toBeChecked();
  expect(await stored()).toMatchObject({ company: "Theirs Inc", notes: "Their notes", revision: 2 });

  await person.click(notes.getByRole("radio", { name: /^Theirs/u }));
  expect(field("Notes")).toHaveValue("Their notes");
  await person.click(notes.getByRole("radio", { name: /^Yours/u }));
  expect(field("Notes")).toHaveValue("My notes");
  await update();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await stored()).toMatchObject({ company: "Theirs Inc", notes: "My notes", revision: 3 });
});

test("shows another person's change even after a release note was added", async () => {
  await editTool(backend.app, maria, { id: tool.id, company: "Theirs Inc" });
  await person.type(field("Date"), "2024-06-01");
  await person.type(field("Release note URL"), "https://a.example/new{Enter}");
  await toast("Release Note Added");
  await retype("Company", "Mine");
  await update();
  expect(await screen.findByRole("group", { name: "Company" })).toBeVisible();
  expect((await stored()).company).toBe("Theirs Inc");
});

test("asks on Escape before discarding input", async () => {
  await person.type(field("Company"), "!");
  await person.keyboard("{Escape}");
  expect(screen.getByText("Discard your changes?")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await person.click(screen.getByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalled();
});

test("saves and removes other names with the tool", async () => {
  await person.type(await screen.findByRole("textbox", { name: "Also known as" }), "NB, Note Book");
  await update();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await otherNames()).toEqual(["NB", "Note Book"]);
  await person.click(await screen.findByRole("button", { name: "Remove NB" }));
  await update();
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  expect(await otherNames()).toEqual(["Note Book"]);
});

test("refuses another tool's name at the field, and saves the others", async () => {
  const other = await addTool(backend.app, maria, newToolSchema.parse({ name: "ChatGPT" }));
  await addAlias(backend.app, maria, { toolId: other.id, alias: "GPT" });
  const names = await screen.findByRole("textbox", { name: "Also known as" });
  await person.type(names, "NB, GPT, Note Book,");
  await update();
  expect(await screen.findByText("“GPT” already refers to ChatGPT")).toBeVisible();
  expect(names).toHaveFocus();
  expect(names).toBeInvalid();
  expect(onClose).not.toHaveBeenCalled();

  await person.click(screen.getByRole("button", { name: "Remove GPT" }));
  await update();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await otherNames()).toEqual(["NB", "Note Book"]);
});

test("suggests the tool's own address as a name", async () => {
  await screen.findByRole("textbox", { name: "Also known as" });
  await person.type(field("URL"), "https://www.paper.example/notebook/");
  await person.click(await screen.findByRole("button", { name: "paper.example/notebook" }));
  expect(screen.queryByText("Suggested:")).toBeNull();
  await update();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await otherNames()).toEqual(["paper.example/notebook"]);
});

test("asks on Escape before discarding a typed alias", async () => {
  await person.type(await screen.findByRole("textbox", { name: "Also known as" }), "NB,");
  await person.keyboard("{Escape}");
  expect(screen.getByText("Discard your changes?")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
