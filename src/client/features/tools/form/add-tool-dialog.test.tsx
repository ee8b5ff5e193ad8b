import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";

import { addAlias, listAliases } from "#server/features/aliases/aliases.service.ts";
import { addTool, listTools } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { AddToolDialog } from "./add-tool-dialog.tsx";

let backend: Backend;
let maria: User;
const onClose = vi.fn<() => void>();

beforeEach(async () => {
  onClose.mockClear();
  backend = await startBackend();
  maria = await backend.signInAs({ username: "maria" });
  render(<AddToolDialog onClose={onClose} />, { wrapper: Surroundings });
});

const person = userEvent.setup();
const field = (name: string) => screen.getByRole("textbox", { name: new RegExp(`^${name}`, "u") });
const submit = () => person.click(screen.getByRole("button", { name: "Add Tool" }));
/** Auto-fill buttons in the order of the form, beginning with the company. */
const autofill = (index: number) =>
  person.click(screen.getAllByRole("button", { name: "PPLX" })[index] ?? document.body);

test("saves a tool with lowercased tags, and with an unfinished tag and release note", async () => {
  await person.type(field("Tool Name"), "  Notebook  ");
  await person.type(field("Date"), "2024-05-13");
  await person.type(field("Release note URL"), "https://a.example/notes");
  await person.type(field("Tags"), "Writing,Team");
  await person.keyboard("{Control>}{Enter}{/Control}");
  expect(await toast("AI tool added successfully")).toBeVisible();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const { items } = await listTools(backend.app, {});
  expect(items).toMatchObject([
    {
      name: "Notebook",
      company: null,
      tags: ["writing", "team"],
      releaseNotes: [{ date: "2024-05-13", url: "https://a.example/notes" }],
    },
  ]);
});

test("fills the empty fields with the findings, except deselected ones and fields typed since", async () => {
  await person.type(field("Tool Name"), "Claude");
  await person.type(field("Company"), "My company");
  await person.click(screen.getByRole("button", { name: "Fill everything" }));
  const preview = within(await screen.findByRole("group", { name: "Found for Claude" }));
  expect(preview.queryByRole("checkbox", { name: /^Company/u })).toBeNull();
  expect(preview.getByRole("checkbox", { name: /^URL/u })).toBeChecked();
  expect(field("URL")).toHaveValue("");
  await person.click(preview.getByRole("checkbox", { name: /^Capabilities/u }));
  await person.type(field("URL"), "mine.example");
  expect(preview.getByRole("checkbox", { name: /^URL.+replacing “mine.example”/u })).not.toBeChecked();
  await person.click(preview.getByRole("button", { name: "Apply" }));
  expect(screen.queryByRole("group", { name: "Found for Claude" })).toBeNull();
  expect(field("Company")).toHaveValue("My company");
  expect(field("URL")).toHaveValue("https://mine.example");
  expect(field("Capabilities")).toHaveValue("");
  expect(screen.getByRole("combobox", { name: /^Modality/u })).toHaveValue("multimodal");
  expect(field("Tool Name")).toHaveFocus();
});

test("offers to fill everything from an address pasted as the name", async () => {
  await person.click(field("Tool Name"));
  await person.paste("https://claude.ai");
  await person.click(await screen.findByRole("button", { name: "Fill from Address" }));
  const preview = within(await screen.findByRole("group", { name: "Found for Claude" }));
  await person.click(preview.getByRole("button", { name: "Apply" }));
  expect(field("Tool Name")).toHaveValue("Claude");
  expect(field("URL")).toHaveValue("https://claude.ai");
  expect(field("Company")).toHaveValue("Anthropic");
});

test("sends nothing without a name, and reports and focuses the field", async () => {
  await person.type(field("Company"), "Somebody");
  await submit();
  expect(await screen.findByText("Tool name is required")).toBeVisible();
  expect(field("Tool Name")).toHaveFocus();
  expect((await listTools(backend.app, {})).items).toEqual([]);
});

test("requires a name before auto-fill", async () => {
  await autofill(0);
  expect(await toast("Tool name required")).toBeVisible();
  expect(await toast("Please enter a tool name first to use auto-fill")).toBeVisible();
});

test("shows the source of an auto-filled value and can restore the old one", async () => {
  await person.type(field("Tool Name"), "ChatGPT");
  await person.type(field("Company"), "Open AI");
  await autofill(0);
  expect(await toast("Auto-filled successfully")).toBeVisible();
  expect(field("Company")).toHaveValue("OpenAI");
  expect(screen.getByText(/From .*catalogue, replacing “Open AI”/u)).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Undo" }));
  expect(field("Company")).toHaveValue("Open AI");
});

test("leaves the field unchanged if auto-fill finds nothing", async () => {
  await person.type(field("Tool Name"), "A tool that nobody knows");
  await person.type(field("Company"), "Mine");
  await autofill(0);
  expect(await toast("Auto-fill failed")).toBeVisible();
  const reason = "We don't know A tool that nobody knows yet. Enter its URL so we can check its site.";
  expect(await toast(reason)).toBeVisible();
  expect(field("Company")).toHaveValue("Mine");
});

test("shows the specified text if auto-fill fails without a message", async () => {
  mswServer.use(http.post("*/trpc/tools.autofill", () => HttpResponse.error()));
  await person.type(field("Tool Name"), "ChatGPT");
  await autofill(0);
  expect(await toast("Auto-fill failed")).toBeVisible();
  expect(await toast("Could not auto-fill this field")).toBeVisible();
});

test("completes an address without a scheme on blur", async () => {
  await person.type(field("URL"), "chatgpt.com");
  await person.type(field("Logo"), "chatgpt.com/logo.png");
  await person.type(field("Release note URL"), "help.openai.com/notes");
  await person.click(field("Tool Name"));
  expect(field("URL")).toHaveValue("https://chatgpt.com");
  expect(field("Logo")).toHaveValue("https://chatgpt.com/logo.png");
  expect(field("Release note URL")).toHaveValue("https://help.openai.com/notes");
  await person.clear(field("URL"));
  await person.type(field("URL"), "not an address");
  await person.tab();
  expect(await screen.findByText("Please enter a valid URL")).toBeVisible();
  expect(field("URL")).toHaveValue("not an address");
});

test("completes an address without a scheme on submit", async () => {
  await person.type(field("Tool Name"), "ChatGPT");
  await person.type(field("URL"), "chatgpt.com");
  await person.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect((await listTools(backend.app, {})).items).toMatchObject([{ url: "https://chatgpt.com" }]);
});

test("preserves the input after a failed save", async () => {
  mswServer.use(http.post("*/trpc/tools.add", () => HttpResponse.error()));
  await person.type(field("Tool Name"), "Notebook");
  await submit();
  expect(await toast("Failed to add AI tool")).toBeVisible();
  expect(field("Tool Name")).toHaveValue("Notebook");
  expect(onClose).not.toHaveBeenCalled();
});

test("shows a refusal by the server at the field", async () => {
  const message = "This name is taken";
  const data = { code: "BAD_REQUEST", httpStatus: 400, issues: [{ path: "name", message }] };
  mswServer.use(
    http.post("*/trpc/tools.add", () =>
      HttpResponse.json([{ error: { message, code: -32600, data } }], { status: 400 }),
    ),
  );
  await person.type(field("Tool Name"), "Notebook");
  await submit();
  expect(await screen.findByText(message, { selector: "form *" })).toBeVisible();
  expect(field("Tool Name")).toHaveFocus();
});

test("validates a logo's address while typing", async () => {
  await person.type(field("Logo"), "nonsense");
  await person.tab();
  expect(await screen.findByText("Please enter a valid URL or file path")).toBeVisible();
  await person.clear(field("Logo"));
  await person.type(field("Logo"), "/public-objects/logos/a.png");
  expect(await screen.findByText("Logo URL looks good!")).toBeVisible();
});

test("discards input on Cancel without asking", async () => {
  await person.type(field("Tool Name"), "Notebook");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalled();
});

/** Returns the stored tool of this name, with its aliases. */
async function storedNames(name: string) {
  const { items } = await listTools(backend.app, {});
  const { id = "" } = items.find((tool) => tool.name === name) ?? {};
  return (await listAliases(backend.app, { toolId: id })).items.map(({ spelled }) => spelled);
}

test("saves a tool with its other names, including an unfinished one", async () => {
  await person.type(field("Tool Name"), "Notebook");
  await person.type(field("Also known as"), "NB, Note Book");
  await person.keyboard("{Control>}{Enter}{/Control}");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await storedNames("Notebook")).toEqual(["NB", "Note Book"]);
});

test("adds the tool even if another name belongs to another tool", async () => {
  const other = await addTool(backend.app, maria, newToolSchema.parse({ name: "ChatGPT" }));
  await addAlias(backend.app, maria, { toolId: other.id, alias: "GPT" });
  await person.type(field("Tool Name"), "Notebook");
  await person.type(field("Also known as"), "GPT,");
  await submit();
  expect(await toast("Some other names weren't saved")).toBeVisible();
  expect(await toast("“GPT” already refers to ChatGPT")).toBeVisible();
  expect(onClose).toHaveBeenCalled();
  expect(await storedNames("Notebook")).toEqual([]);
});

test("refuses names that can't be searched for before saving", async () => {
  await person.type(field("Tool Name"), "Notebook");
  await person.type(field("Also known as"), "N,");
  await submit();
  expect(await screen.findByText("“N”: Use at least 2 letters")).toBeVisible();
  expect(field("Also known as")).toHaveFocus();
  expect((await listTools(backend.app, {})).items).toEqual([]);
});

test("links an existing tool while its name is typed", async () => {
  const { id } = await addTool(backend.app, maria, newToolSchema.parse({ name: "Café AI", company: "Orca" }));
  await person.type(field("Tool Name"), "cafe");
  await person.type(field("Tool Name"), "ai");
  const link = await screen.findByRole("link", { name: "Open Café AI in a new tab" });
  expect(link).toHaveAttribute("href", `/dashboard?tool=${id}`);
  expect(screen.getByText("is already in the AI Stack.")).toBeVisible();
  await person.type(field("Company"), "Whales");
  await waitFor(() => expect(screen.queryByRole("link", { name: /^Open Café/u })).toBeNull());
  await submit();
  expect(await toast("AI tool added successfully")).toBeVisible();
  expect((await listTools(backend.app, {})).items).toHaveLength(2);
});

test("adds a tool with the same name while the note about the other one is shown", async () => {
  await addTool(backend.app, maria, newToolSchema.parse({ name: "Café AI", company: "Orca" }));
  await person.type(field("Tool Name"), "Café AI");
  expect(await screen.findByText("is already in the AI Stack.")).toBeVisible();
  await submit();
  expect(await toast("AI tool added successfully")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("is already in the AI Stack.")).toBeNull());
});
