import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";

import { addPrompt, promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { listItems } from "#server/kernel/items/library.service.ts";
import { newPromptSchema, type Prompt } from "#shared/prompts/prompts.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { AddPromptDialog } from "./add-prompt-dialog.tsx";

const TEXT = "You are a poet. Write a poem of four lines about the sea, in the voice of an old sailor.";

let backend: Backend;
let known: Prompt;
const onClose = vi.fn<() => void>();

beforeEach(async () => {
  onClose.mockClear();
  backend = await startBackend();
  const maria = await backend.signInAs({ username: "maria" });
  known = await addPrompt(backend.app, maria, newPromptSchema.parse({ name: "Poet", prompt: TEXT }));
  render(<AddPromptDialog prompts={[known]} username="maria" onClose={onClose} />, { wrapper: Surroundings });
});

const person = userEvent.setup();
const field = (name: string) => screen.getByRole("textbox", { name: new RegExp(`^${name}( \\*)?$`, "u") });
const submit = () => person.click(screen.getByRole("button", { name: "Add Prompt" }));
const newest = async () =>
  (await listItems(backend.app, promptLibrary, {})).items.find(({ id }) => id !== known.id);

async function paste(name: string, text: string) {
  await person.click(field(name));
  await person.paste(text);
}

test("saves a prompt with its author, and with tags added by Enter, comma and blur", async () => {
  await paste("Prompt Name", "Chef");
  await paste("Prompt", "Cook soup.");
  await person.type(field("Tags"), "Food{Enter}soup,soup,  ,late");
  await submit();
  expect(await toast("Prompt added successfully")).toBeVisible();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await newest()).toMatchObject({
    name: "Chef",
    promptAuthor: "maria",
    tags: ["Food", "soup", "late"],
  });
});

test("makes the author anonymous with the clear button", async () => {
  expect(field("Prompt Author")).toHaveValue("maria");
  await person.click(screen.getByRole("button", { name: "Make anonymous" }));
  expect(field("Prompt Author")).toHaveFocus();
  await paste("Prompt Name", "Chef");
  await paste("Prompt", "Cook soup.");
  await submit();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(await newest()).toMatchObject({ promptAuthor: null });
});

test("requires name and text, and focuses the first missing one", async () => {
  await submit();
  expect(await screen.findByText("Prompt name is required")).toBeVisible();
  expect(screen.getByText("Prompt is required")).toBeVisible();
  expect(field("Prompt Name")).toHaveFocus();
});

test("counts characters, and refuses more than 5000 at the field", async () => {
  expect(field("Prompt")).toHaveAttribute("rows", "8");
  expect(screen.getByText("0/5000 characters")).toBeVisible();
  await paste("Prompt Name", "Long");
  await paste("Prompt", `${"a".repeat(4999)}🙂`);
  expect(screen.getByText("5000/5000 characters")).toBeVisible();
  await person.type(field("Prompt"), "b");
  expect(screen.getByText("5001/5000 characters")).toBeVisible();
  await submit();
  expect(await screen.findByText("Use at most 5,000 characters")).toBeVisible();
  expect(await newest()).toBeUndefined();
});

test("finds variables while typing", async () => {
  await paste("Prompt", "Write to {{reader}} about {{topic:the sea}}.");
  expect(screen.getByText("Variables: reader, topic")).toBeVisible();
});

test("names an existing similar prompt, with a link that preserves the form", async () => {
  await paste("Prompt Name", " poet");
  const link = await screen.findByRole("link", { name: /^Poet/u });
  expect(link).toHaveAttribute("href", `/prompts?prompt=${known.id}`);
  expect(link).toHaveAttribute("target", "_blank");
  expect(screen.getByText("same name")).toBeVisible();

  await person.clear(field("Prompt Name"));
  await waitFor(() => expect(screen.queryByText("same name")).not.toBeInTheDocument());
  await paste("Prompt", TEXT.replace("old", "young"));
  expect(await screen.findByText("almost the same text")).toBeVisible();
});

test("preserves the input after a failed save", async () => {
  mswServer.use(http.post("*/trpc/prompts.add", () => HttpResponse.error()));
  await paste("Prompt Name", "Chef");
  await paste("Prompt", "Cook soup.");
  await submit();
  expect(await toast("Failed to add prompt")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  expect(field("Prompt")).toHaveValue("Cook soup.");
});

test("asks on Cancel before discarding input", async () => {
  await person.type(field("Purpose"), "x");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.getByText("Discard your changes?")).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});
