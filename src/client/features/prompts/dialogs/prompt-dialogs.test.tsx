import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";

import { promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { addPrompt, editPrompt, getPrompt, removePrompt } from "#server/features/prompts/prompts.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { listVersions } from "#server/kernel/items/history.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newPromptSchema, type Prompt } from "#shared/prompts/prompts.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { type Backend, startBackend } from "#tests/support/msw-server.ts";
import { renderApp } from "#tests/support/render-app.tsx";
import { toast } from "#tests/support/shown.ts";

let backend: Backend;
let user: User;
let prompt: Prompt;

beforeEach(async () => {
  localStorage.clear();
  backend = await startBackend();
  user = await backend.signInAs({ username: "ada" });
  const fields = { name: "Chef", prompt: "Cook {{dish}} for {{guests:two}}.", industry: "education" };
  prompt = await addPrompt(backend.app, user, newPromptSchema.parse(fields));
});

const show = (dialog: string): UserEvent => renderApp(`/prompts?dialog=${dialog}&prompt=${prompt.id}`);
const stored = () => getPrompt(backend.app, prompt.id);
const versions = async () => (await listVersions(backend.app, promptLibrary, { id: prompt.id })).items;
const edit = (changes: Record<string, unknown>) =>
  editPrompt(backend.app, user, { id: prompt.id, note: null, ...changes });
const textField = () => screen.findByRole("textbox", { name: "Prompt *" });
const dialogText = (name: string) => screen.getByRole("region", { name });

test("saves an edit as a new version with its note", async () => {
  const person = show("edit");
  await person.clear(await textField());
  await person.paste("Cook soup.");
  await person.type(screen.getByRole("textbox", { name: "Change Note" }), "Simpler");
  await person.click(screen.getByRole("button", { name: "Update Prompt" }));
  expect(await toast("Prompt updated successfully")).toBeVisible();
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  expect(await versions()).toMatchObject([
    { revision: 2, prompt: "Cook soup.", note: "Simpler", savedBy: { username: "ada" } },
    { revision: 1, note: null },
  ]);
});

test("shows both texts for an edit of an outdated version and overwrites nothing", async () => {
  const person = show("edit");
  await person.clear(await textField());
  await person.paste("Cook rice.");
  await edit({ prompt: "Cook noodles.", industry: "legal" });
  await person.click(screen.getByRole("button", { name: "Update Prompt" }));

  const panel = within(await screen.findByRole("alert"));
  const texts = within(panel.getByRole("group", { name: "Prompt" }));
  expect(texts.getByRole("radio", { name: /Theirs.*Cook noodles\./u })).not.toBeChecked();
  expect(texts.getByRole("radio", { name: /Yours.*Cook rice\./u })).toBeChecked();
  expect(panel.getByRole("group", { name: "Industry" })).toHaveTextContent("Legal");
  expect(await stored()).toMatchObject({ prompt: "Cook noodles.", revision: 2 });

  await person.click(screen.getByRole("button", { name: "Update Prompt" }));
  await waitFor(async () =>
    expect(await stored()).toMatchObject({ prompt: "Cook rice.", industry: "legal" }),
  );
});

test("preserves typed text when another person deletes the prompt", async () => {
  const person = show("edit");
  await person.clear(await textField());
  await person.paste("A text that took an hour.");
  await removePrompt(backend.app, user, { id: prompt.id });
  await person.click(screen.getByRole("button", { name: "Update Prompt" }));
  expect(await toast("Prompt not found")).toBeVisible();
  await screen.findByText("Showing 0 of 0 prompts");
  expect(await textField()).toHaveValue("A text that took an hour.");
});

test("fills in variables live and remembers their values", async () => {
  const person = show("use");
  await person.type(await screen.findByRole("textbox", { name: "dish" }), "soup");
  expect(dialogText("Filled prompt")).toHaveTextContent("Cook soup for two.");
  await person.click(screen.getByRole("button", { name: "Copy Prompt" }));
  expect(await toast("Prompt copied")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("Cook soup for two.");
  await person.click(screen.getByRole("button", { name: "Copy as Markdown" }));
  expect(await toast("Prompt copied as Markdown")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe("## Chef\n\n```text\nCook soup for two.\n```");

  await person.keyboard("{Escape}");
  await person.click(await screen.findByRole("button", { name: "Chef" }));
  await person.click(await screen.findByRole("button", { name: "Use Prompt" }));
  expect(await screen.findByRole("textbox", { name: "dish" })).toHaveValue("soup");
  await person.click(screen.getByRole("button", { name: "Clear All" }));
  expect(dialogText("Filled prompt")).toHaveTextContent("Cook {{dish}} for two.");
  await person.click(screen.getByRole("button", { name: "Copy Prompt" }));
  expect(await toast("Not filled in yet: dish")).toBeVisible();
});

test("copies and edits a prompt by key in its details", async () => {
  const person = show("detail");
  await screen.findByRole("dialog", { name: "Chef" });
  await person.keyboard("c");
  expect(await toast("Prompt copied")).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(prompt.prompt);
  await person.keyboard("e");
  expect(await screen.findByRole("dialog", { name: "Edit Prompt" })).toBeVisible();
});

test("compares any two versions and restores one as the newest", async () => {
  await edit({ prompt: "Bake {{dish}} for {{guests:two}}.", note: "Oven" });
  await edit({ prompt: "Bake {{dish}} for {{guests:two}} at noon.", tags: ["lunch"] });
  const person = show("history");
  const list = within(await screen.findByRole("list", { name: "Versions" }));
  expect(list.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Version 3Currentada/u),
    expect.stringMatching(/^Version 2ada.*Oven$/u),
    expect.stringMatching(/^Version 1ada/u),
  ]);
  await waitFor(() =>
    expect(within(dialogText("Prompt")).getByRole("insertion")).toHaveTextContent("at noon"),
  );
  expect(screen.getByText("Tags", { selector: "dt" }).nextSibling).toHaveTextContent("lunch");

  await person.selectOptions(screen.getByRole("combobox", { name: "Version 3 compared with" }), "Version 1");
  expect(within(dialogText("Prompt")).getByRole("deletion")).toHaveTextContent("Cook");
  await person.click(list.getByRole("button", { name: /^Version 1/u }));
  await person.click(screen.getByRole("button", { name: "Restore Version 1" }));
  expect(await toast("Version restored")).toBeVisible();
  expect(await list.findByRole("button", { name: /^Version 4.*Restored version 1$/u })).toBeVisible();
  expect(await stored()).toMatchObject({ prompt: prompt.prompt, revision: 4, tags: [] });
});

test("reports a newer change when restoring", async () => {
  await edit({ prompt: "Bake." });
  const person = show("history");
  await person.click(await screen.findByRole("button", { name: /^Version 1/u }));
  await edit({ prompt: "Fry." });
  await person.click(screen.getByRole("button", { name: "Restore Version 1" }));
  expect(await toast("Prompt changed")).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Version 3/u })).toBeVisible();
  expect(await stored()).toMatchObject({ prompt: "Fry." });
});

test("preserves stars and sentence of a rating while the tool is chosen", async () => {
  await addTool(backend.app, user, newToolSchema.parse({ name: "Whisper" }));
  const person = renderApp(`/prompts?prompt=${prompt.id}`);
  await person.click(await screen.findByRole("button", { name: "Rate" }));
  const form = within(await screen.findByRole("form", { name: "Rate" }));
  await person.click(form.getByRole("radio", { name: "4 stars" }));
  await person.type(form.getByRole("textbox", { name: "Sentence" }), "Salty");
  await person.selectOptions(form.getByRole("combobox", { name: "Tool" }), "Whisper");
  await person.click(form.getByRole("button", { name: "Save Rating" }));
  await waitFor(() => expect(screen.getByRole("dialog")).toHaveTextContent("Works in: Whisper ★ 4 (1)"));
});
