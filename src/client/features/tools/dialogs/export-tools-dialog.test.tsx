import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";

import { addTool, listTools } from "#server/features/tools/tools.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { ExportToolsDialog } from "./export-tools-dialog.tsx";

let backend: Backend;
const onClose = vi.fn<() => void>();
/** Files that the browser has saved. */
const saved: { name: string; content: Blob }[] = [];

beforeEach(async () => {
  onClose.mockClear();
  saved.length = 0;
  let blob = new Blob();
  URL.createObjectURL = (content) => {
    if (content instanceof Blob) blob = content;
    return "blob:file";
  };
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, content: blob });
  });
  backend = await startBackend();
  const maria = await backend.signInAs({ username: "maria" });
  for (const name of ["Notebook", "Pencil", "Paper"]) {
    await addTool(backend.app, maria, newToolSchema.parse({ name }));
  }
  const { items } = await listTools(backend.app, {});
  const shown = items.filter(({ name }) => name.startsWith("P"));
  render(<ExportToolsDialog tools={items} shown={shown} onClose={onClose} />, { wrapper: Surroundings });
});

const DECK = { fileName: "deck.pptx", mediaType: "", encoding: "base64", content: btoa("PK\u0003\u00ff") };

const person = userEvent.setup();
const press = (name: string | RegExp) => person.click(screen.getByRole("button", { name }));

async function savedNames() {
  const tools: unknown = JSON.parse((await saved[0]?.content.text()) ?? "[]");
  return Array.isArray(tools) ? tools.map((tool: { name: string }) => tool.name).toSorted() : [];
}

test("selects every tool for a JSON file by default", async () => {
  expect(screen.getByText("3 of 3 selected")).toBeVisible();
  expect(screen.getByRole("radio", { name: /^JSON/u })).toBeChecked();
  await press("Export 3 Tools");
  expect(await toast("Export Successful")).toBeVisible();
  expect(saved[0]?.name).toBe("ai-tools.json");
  expect(await savedNames()).toEqual(["Notebook", "Paper", "Pencil"]);
  expect(onClose).toHaveBeenCalled();
});

test("reports that no tool is selected, and exports nothing", async () => {
  await press("Deselect All");
  expect(screen.getByRole("button", { name: "Select All" })).toBeVisible();
  await press("Export 0 Tools");
  expect(await toast("No Tools Selected")).toBeVisible();
  expect(await toast("Please select at least one tool to export.")).toBeVisible();
  expect(saved).toEqual([]);
});

test("selects the search results with Select All", async () => {
  await press("Deselect All");
  await person.type(screen.getByRole("searchbox"), "p");
  await press("Select All");
  await press("Export 2 Tools");
  await toast("Export Successful");
  expect(await savedNames()).toEqual(["Paper", "Pencil"]);
});

test("selects the tools of the page's filters with one button", async () => {
  await press("Only the 2 shown");
  await press("Export 2 Tools");
  await toast("Export Successful");
  expect(await savedNames()).toEqual(["Paper", "Pencil"]);
});

test("offers an overview for slides", async () => {
  const requested = vi.fn<(body: unknown) => void>();
  mswServer.use(
    http.post("*/trpc/exports.tools", async ({ request }) => {
      requested(await request.json());
      return HttpResponse.json({ result: { data: DECK } });
    }),
  );
  expect(screen.queryByRole("radio", { name: "Overview" })).toBeNull();
  await person.click(screen.getByRole("radio", { name: /^Slides/u }));
  expect(screen.getByRole("radio", { name: "One slide per tool" })).toBeChecked();
  await person.click(screen.getByRole("radio", { name: "Overview" }));
  await press(/^Export/u);
  await toast("Export Successful");
  expect(requested).toHaveBeenCalledWith({ format: "slides", deck: "overview" });
});

test("preserves the file name and bytes from the server", async () => {
  mswServer.use(http.post("*/trpc/exports.tools", () => HttpResponse.json({ result: { data: DECK } })));
  await person.click(screen.getByRole("radio", { name: /^Slides/u }));
  await press(/^Export/u);
  await toast("Export Successful");
  expect(saved[0]?.name).toBe("deck.pptx");
  expect(await saved[0]?.content.bytes()).toEqual(Uint8Array.from([0x50, 0x4b, 0x03, 0xff]));
});

test("reports a failure and stays open", async () => {
  mswServer.use(http.post("*/trpc/exports.tools", () => HttpResponse.error()));
  await press(/^Export/u);
  expect(await toast("Export Failed")).toBeVisible();
  expect(await toast("There was an error exporting your data. Please try again.")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
