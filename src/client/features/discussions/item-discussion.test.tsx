import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";

import { addComment, listComments } from "#server/features/comments/comments.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { type Backend, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";
import { toast } from "#tests/support/shown.ts";

let backend: Backend;
let ada: User;
let bob: User;

beforeEach(async () => {
  localStorage.clear();
  backend = await startBackend();
  ada = await backend.createUser({ username: "ada", firstName: "Ada" });
  bob = await backend.createUser({ username: "bob", firstName: "Bob" });
  await backend.signIn(ada);
});

const say = (user: User, ref: `tool:${string}`, content: string) =>
  addComment(backend.app, user, { ref, parentId: null, content });

test("shows a tool's discussion in its dialog, with the numbers of all and new comments", async () => {
  const { id } = await addTool(backend.app, ada, newToolSchema.parse({ name: "Whisper" }));
  const ref = `tool:${id}` as const;
  await say(bob, ref, "Does it run offline?");
  const person = renderApp(`/dashboard?tool=${id}`);
  const opener = await screen.findByRole("button", { name: /^Discussion \(1\): Whisper1 new$/u });
  await person.click(opener);
  expect(await screen.findByText("Does it run offline?")).toBeVisible();
  await person.type(
    await screen.findByPlaceholderText("Start a discussion about this tool..."),
    "It does.{Control>}{Enter}{/Control}",
  );
  expect(await toast("Comment added successfully!")).toBeVisible();
  expect(await screen.findByRole("button", { name: /^Discussion \(2\)/u })).toBeVisible();
  expect((await listComments(backend.app, { ref })).items.map(({ content }) => content)).toEqual([
    "Does it run offline?",
    "It does.",
  ]);
});

test("opens the discussion at a linked comment", async () => {
  const { id } = await addTool(backend.app, ada, newToolSchema.parse({ name: "Whisper" }));
  const { id: comment } = await say(bob, `tool:${id}`, "Does it run offline?");
  renderApp(`/dashboard?tool=${id}&comment=${comment}`);
  const shown = (await screen.findByText("Does it run offline?")).closest("li");
  await waitFor(() => expect(shown).toHaveFocus());
  expect(shown).toHaveAttribute("aria-current", "true");
});

test("reports a link to a deleted comment", async () => {
  const { id } = await addTool(backend.app, ada, newToolSchema.parse({ name: "Whisper" }));
  renderApp(`/dashboard?tool=${id}&comment=gone`);
  expect(await toast("Comment Not Found")).toBeVisible();
  await waitFor(() => expect(addressBar()).toBe(`/dashboard?tool=${id}`));
});

test("creates a feed of a discussion", async () => {
  const { id } = await addTool(backend.app, ada, newToolSchema.parse({ name: "Whisper" }));
  const person = renderApp(`/dashboard?tool=${id}`);
  await person.click(await screen.findByRole("button", { name: "Watch: Whisper" }));
  await person.click(await screen.findByRole("menuitem", { name: "RSS feed" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Follow in a Feed Reader" }));
  expect(dialog.getByText("Discussion of Whisper")).toBeVisible();
  await person.click(dialog.getByRole("button", { name: "Create Address" }));
  expect(await screen.findByText(/\.atom$/u)).toBeVisible();
});

test("quotes selected text in a new comment", async () => {
  const fields = { name: "Critic", prompt: "Review the text.", notes: "Works best\nwith examples." };
  const { id } = await addPrompt(backend.app, ada, newPromptSchema.parse(fields));
  const person = renderApp(`/prompts?prompt=${id}`);
  const notes = await screen.findByText(/Works best/u);
  document.getSelection()?.selectAllChildren(notes);
  await person.click(await screen.findByRole("button", { name: "Quote in discussion" }));

  const box = await screen.findByRole("textbox", { name: "Comment" });
  await waitFor(() => expect(box).toHaveFocus());
  expect(box).toHaveValue("> Works best\n> with examples.\n\n");
  await person.type(box, "How many?{Control>}{Enter}{/Control}");
  const quotation = await screen.findByRole("blockquote");
  expect(quotation).toHaveTextContent("Works best with examples.");
  expect(within(quotation).queryByText("How many?")).toBeNull();
  expect(screen.getByText("How many?")).toBeVisible();
});
