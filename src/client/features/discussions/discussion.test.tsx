import { act, screen, waitFor, within } from "@testing-library/react";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { notifyLiveChanges } from "#client/features/live/use-live-changes.ts";
import { addComment, listComments, removeComment } from "#server/features/comments/comments.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { CommentChange } from "#shared/kernel/events.ts";
import { newReadingSchema, type Reading } from "#shared/readings/readings.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { addressBar, renderApp } from "#tests/support/render-app.tsx";
import { toast } from "#tests/support/shown.ts";

let backend: Backend;
let ada: User;
let bob: User;
let reading: Reading;

beforeEach(async () => {
  localStorage.clear();
  backend = await startBackend();
  ada = await backend.createUser({ username: "ada", firstName: "Ada", lastName: "Lovelace" });
  bob = await backend.createUser({ username: "bob", email: "bob@example.com" });
  await backend.signIn(ada);
  reading = await addReading(backend.app, ada, newReadingSchema.parse({ title: "Emma", author: "Austen" }));
});

const say = (user: User, content: string, parentId: string | null = null) => {
  backend.app.advance(1000);
  return addComment(backend.app, user, { readingId: reading.id, parentId, content });
};
const stored = async () => (await listComments(backend.app, { readingId: reading.id })).items;
const open = () => renderApp(`/chapter-loop?reading=${reading.id}`);
const comment = async (text: string | RegExp) => {
  const item = (await screen.findByText(text)).closest("li");
  if (!item) throw new Error("this is in no comment");
  return { item, ...within(item) };
};
const box = (name: string) => screen.findByRole("textbox", { name });

test("stores a comment as typed, and refuses a blank one", async () => {
  const person = open();
  expect(await box("Comment")).toHaveAttribute("placeholder", "Start a discussion about this reading...");
  await person.type(await box("Comment"), "   ");
  expect(screen.getByRole("button", { name: "Add Comment" })).toBeDisabled();
  await person.type(await box("Comment"), "One{Enter}<b>two</b> https://example.com/a_(b).  ");
  await person.click(screen.getByRole("button", { name: "Add Comment" }));
  expect(await toast("Comment added successfully!")).toBeVisible();
  const { item, getByRole } = await comment(/<b>two<\/b>/u);
  expect(item).toHaveFocus();
  expect(getByRole("link")).toHaveAttribute("href", "https://example.com/a_(b)");
  expect(getByRole("link")).toHaveAttribute("rel", "noopener noreferrer");
  expect(await stored()).toMatchObject([{ content: "One\n<b>two</b> https://example.com/a_(b)." }]);
  expect(await box("Comment")).toHaveValue("");
});

test("shows the Markdown of comments", async () => {
  await say(
    bob,
    "Try **this**:\n\n1. `npm i`\n2. [Read](https://example.com/docs)\n\n> Old\n\n```\na  b\n```",
  );
  open();
  const { getByText, getByRole, getAllByRole } = await comment("this");
  expect(getByText("this").closest("strong")).toBeVisible();
  expect(getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(["1.npm i", "2.Read"]);
  expect(getByText("npm i").closest("code")).toBeVisible();
  expect(getByRole("link", { name: "Read" })).toHaveAttribute("href", "https://example.com/docs");
  expect(getByRole("blockquote")).toHaveTextContent("Old");
  expect(getByText("a b").closest("pre")).toBeVisible();
});

test("allows only authors to edit and delete, and everyone to reply", async () => {
  await say(ada, "Mine");
  await say(bob, "Theirs");
  open();
  const mine = await comment("Mine");
  const theirs = await comment("Theirs");
  const actions = ({ getAllByRole }: typeof mine) =>
    getAllByRole("button").map(({ textContent }) => textContent.trim());
  expect(actions(mine)).toEqual(["Reply", "Edit", "Delete", "Copy Link"]);
  expect(actions(theirs)).toEqual(["Reply", "Copy Link"]);
  expect(mine.getByText("Ada Lovelace")).toBeVisible();
  expect(theirs.getByText("bob@example.com")).toBeVisible();
  expect(theirs.getByText(/ ago$/u)).toBeVisible();
});

test("opens one reply box at a time, and preserves its draft", async () => {
  const first = await say(bob, "First");
  await say(bob, "Second");
  const person = open();
  await person.click((await comment("First")).getByRole("button", { name: "Reply" }));
  expect(await box("Reply to bob@example.com")).toHaveFocus();
  await person.keyboard("Half a thought");
  await person.click((await comment("Second")).getByRole("button", { name: "Reply" }));
  expect(screen.getAllByRole("textbox", { name: "Reply to bob@example.com" })).toHaveLength(1);
  await person.click((await comment("Second")).getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("textbox", { name: "Reply to bob@example.com" })).not.toBeInTheDocument();

  await person.click((await comment("First")).getByRole("button", { name: "Reply Draft" }));
  expect(await box("Reply to bob@example.com")).toHaveValue("Half a thought");
  await person.keyboard("{Control>}{Enter}{/Control}");
  expect(await toast("Comment added successfully!")).toBeVisible();
  expect((await comment("Half a thought")).item).toHaveAttribute("aria-level", "2");
  expect((await stored()).at(-1)).toMatchObject({ parentId: first.id, content: "Half a thought" });
  expect(screen.queryByText("Draft")).not.toBeInTheDocument();
});

test("saves an edit, or discards it on Cancel", async () => {
  await say(ada, "Tehy");
  const person = open();
  await person.click((await comment("Tehy")).getByRole("button", { name: "Edit" }));
  await person.type(await box("Edit comment"), " came");
  await person.click(screen.getByRole("button", { name: "Cancel" }));
  expect((await stored())[0]?.content).toBe("Tehy");

  await person.click((await comment("Tehy")).getByRole("button", { name: "Edit" }));
  await person.clear(await box("Edit comment"));
  await person.type(await box("Edit comment"), "They came");
  backend.app.advance(1000);
  await person.click(screen.getByRole("button", { name: "Save" }));
  expect(await toast("Comment updated successfully!")).toBeVisible();
  expect((await comment("They came")).getByText("edited")).toBeVisible();
});

test("asks before deleting, and leaves a placeholder for a comment with replies", async () => {
  const { id } = await say(ada, "Question");
  await say(bob, "Answer", id);
  const person = open();
  await person.click((await comment("Question")).getByRole("button", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  expect(dialog.getByText("Are you sure you want to delete this comment?")).toBeVisible();
  await person.click(dialog.getByRole("button", { name: "Delete Comment" }));
  expect(await toast("Comment deleted successfully!")).toBeVisible();
  const tombstone = await comment("Comment deleted");
  expect(tombstone.queryByRole("button")).not.toBeInTheDocument();
  expect((await comment("Answer")).item).toHaveAttribute("aria-level", "2");
});

test("posts a reply to a deleted comment", async () => {
  const { id } = await say(bob, "Soon gone");
  localStorage.setItem(`comment-draft ${ada.id} ${reading.id} reply ${id}`, "My answer");
  await removeComment(backend.app, bob, { id });
  const person = open();
  expect(await box("Reply to a deleted comment")).toHaveValue("My answer");
  await person.click(screen.getByRole("button", { name: "Post as Comment" }));
  expect((await comment("My answer")).item).toHaveAttribute("aria-level", "1");
  expect(screen.queryByRole("textbox", { name: "Reply to a deleted comment" })).not.toBeInTheDocument();
  expect(localStorage).toHaveLength(0);
});

test("names the parent's author in replies below level 8, which are not indented further", async () => {
  let parentId: string | null = null;
  for (let level = 1; level <= 10; level += 1) {
    const written: { id: string } = await say(level === 9 ? ada : bob, `Level ${level}`, parentId);
    parentId = written.id;
  }
  const person = open();
  expect((await comment("Level 8")).queryByText(/^in reply to/u)).not.toBeInTheDocument();
  const tenth = await comment("Level 10");
  expect(tenth.item).toHaveAttribute("aria-level", "10");
  expect(tenth.item.style.paddingLeft).toBe((await comment("Level 8")).item.style.paddingLeft);
  await person.click(tenth.getByRole("button", { name: "in reply to Ada Lovelace" }));
  expect((await comment("Level 9")).item).toHaveFocus();
});

test("retries a failed load of comments only on request", async () => {
  await say(bob, "Here I am");
  let calls = 0;
  let isBroken = true;
  mswServer.use(
    http.get("*/trpc/*", ({ request }) => {
      if (!request.url.includes("comments.list")) return undefined;
      calls += 1;
      return isBroken ? HttpResponse.json({}, { status: 500 }) : undefined;
    }),
  );
  const person = open();
  expect(await screen.findByText("Failed to load comments. Please try again later.")).toBeVisible();
  expect(calls).toBe(1);
  isBroken = false;
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await screen.findByText("Here I am")).toBeVisible();
});

test("preserves the text of a comment that could not be saved", async () => {
  const person = open();
  await person.type(await box("Comment"), "Precious");
  mswServer.use(http.post("*/trpc/comments.add", () => HttpResponse.json({}, { status: 500 })));
  await person.click(screen.getByRole("button", { name: "Add Comment" }));
  expect(await toast("Failed to add comment. Please try again.")).toBeVisible();
  expect(await box("Comment")).toHaveValue("Precious");
});

test("reports a link to a deleted comment", async () => {
  await say(bob, "Still here");
  renderApp(`/chapter-loop?reading=${reading.id}&comment=gone`);
  expect(await toast("Comment Not Found")).toBeVisible();
  await waitFor(() => expect(addressBar()).toBe(`/chapter-loop?reading=${reading.id}`));
});

/** Notifies the page that another person changed a comment, as the live stream does. */
const notify = (id: string, change: CommentChange, isOwn = false) =>
  act(() =>
    notifyLiveChanges({
      changes: [
        {
          seq: 1,
          at: new Date().toISOString(),
          verb: "commented",
          kind: "reading",
          itemId: reading.id,
          title: reading.title,
          actor: null,
          isOwn,
          detail: { comment: id, change },
        },
      ],
      all: [],
    }),
  );
const pill = () => screen.queryByRole("button", { name: /· Show$/u });

test("shows other people's comments only after a click on the pill, and preserves drafts", async () => {
  const first = await say(bob, "First");
  const person = open();
  await person.click((await comment("First")).getByRole("button", { name: "Reply" }));
  await person.type(await box("Reply to bob@example.com"), "Not yet sent");
  for (const text of ["Second", "Third"]) {
    const { id } = await say(bob, text);
    notify(id, "added");
  }
  notify("mine", "added", true);
  expect(pill()).toHaveTextContent("2 new · Show");
  expect(screen.queryByText("Second")).toBeNull();

  await person.click(screen.getByRole("button", { name: "2 new · Show" }));
  const second = await comment("Second");
  expect(second.getByText("New")).toBeVisible();
  await waitFor(() => expect(second.item).toHaveFocus());
  expect(pill()).toBeNull();
  expect(await box("Reply to bob@example.com")).toHaveValue("Not yet sent");

  notify(first.id, "edited");
  expect(pill()).toHaveTextContent("Changed · Show");
  await person.click(screen.getByRole("button", { name: "Changed · Show" }));
  await waitFor(() => expect(pill()).toBeNull());
});

test("does not announce a new comment that was deleted before anyone saw it", async () => {
  await say(bob, "First");
  open();
  await comment("First");
  notify("second", "added");
  notify("second", "edited");
  expect(pill()).toHaveTextContent("1 new · Show");
  notify("second", "deleted");
  expect(pill()).toBeNull();
});
