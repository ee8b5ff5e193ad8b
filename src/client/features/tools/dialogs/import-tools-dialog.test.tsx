import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";

import { addTool, listTools } from "#server/features/tools/tools.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { ImportToolsDialog } from "./import-tools-dialog.tsx";

let backend: Backend;
const onClose = vi.fn<() => void>();

beforeEach(async () => {
  onClose.mockClear();
  backend = await startBackend();
  const maria = await backend.signInAs({ username: "maria" });
  await addTool(backend.app, maria, newToolSchema.parse({ name: "Notebook", company: "Paper" }));
  render(<ImportToolsDialog onClose={onClose} />, { wrapper: Surroundings });
});

const person = userEvent.setup();
const press = async (name: string | RegExp) => person.click(await screen.findByRole("button", { name }));
const names = async () => (await listTools(backend.app, {})).items.map(({ name }) => name).toSorted();

async function paste(text: string) {
  await person.click(screen.getByRole("textbox"));
  await person.paste(text);
  await press("Continue");
}

test("imports a file with columns and a preview into the catalogue", async () => {
  const csv =
    "Product,Maker,Website,Colour\nNotebook,Paper,https://a.example,red\nPencil,Wood,,red\n,Nobody,,red\n";
  const file = new File([csv], "tools.csv", { type: "text/csv" });
  await person.upload(screen.getByLabelText("File to import"), file);

  expect(await screen.findByRole("combobox", { name: /^Tool name/u })).toHaveValue("Product");
  expect(screen.getByText("Notebook · Pencil")).toBeVisible();
  expect(screen.getByText("Columns that won't be imported:").parentElement).toHaveTextContent("Colour");
  await press("Preview 3 Rows");
  expect(await screen.findByRole("button", { name: "New 1" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Update 1" })).toBeVisible();
  expect(screen.getByRole("button", { name: "Invalid 1" })).toBeVisible();
  expect(await names()).toEqual(["Notebook"]);

  await press("Import 2 Rows");
  expect(await screen.findByText("1 tool added, 1 updated; 1 row not imported.")).toBeVisible();
  expect(await names()).toEqual(["Notebook", "Pencil"]);
  await press("Done");
  expect(onClose).toHaveBeenCalled();
});

test("gives a reason for refusing text that is not a list of tools", async () => {
  await paste('{ "a": 1 }');
  expect(await screen.findByRole("alert")).toHaveTextContent("The JSON must be a list");
});

test("shows no preview without a name column", async () => {
  await paste("colour\nred\n");
  await press(/^Preview/u);
  expect(await screen.findByText("Choose the column with the tool names")).toBeVisible();
});

test("stops the import at a failed batch, shows its progress and can continue", async () => {
  await paste(JSON.stringify(Array.from({ length: 600 }, (_, index) => ({ name: `Tool ${index + 1}` }))));
  await press("Preview 600 Rows");
  let calls = 0;
  mswServer.use(
    http.post("*/trpc/imports.tools", () => {
      calls += 1;
      return calls === 2 ? HttpResponse.error() : undefined;
    }),
  );
  await press("Import 600 Rows");
  expect(await screen.findByRole("alert")).toHaveTextContent("Rows 251 to 500 couldn't be sent");
  expect(screen.getByRole("alert")).toHaveTextContent("250 rows before that are done");
  await press("Skip These Rows");
  expect(await screen.findByText("350 tools added, 0 updated; 250 rows not imported.")).toBeVisible();
  expect(await names()).toHaveLength(351);
});

test("asks before discarding pasted text", async () => {
  await person.type(screen.getByRole("textbox"), "name");
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.getByText("Discard your changes?")).toBeVisible());
  expect(onClose).not.toHaveBeenCalled();
});
