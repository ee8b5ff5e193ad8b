import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, test } from "vitest";

import { addComment } from "#server/features/comments/comments.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { type Backend, mswServer, startBackend } from "#tests/support/msw-server.ts";
import { toast } from "#tests/support/shown.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { InboxPage } from "./inbox-page.tsx";

let backend: Backend;
let ada: User;
let bob: User;

beforeEach(async () => {
  backend = await startBackend();
  ada = await backend.createUser({ username: "ada" });
  bob = await backend.createUser({ username: "bob" });
  await backend.signIn(ada);
});

/** Mentions Ada in a discussion of each of these tools, in this order. */
async function mentionIn(...names: string[]) {
  for (const name of names) {
    const { id } = await addTool(backend.app, ada, newToolSchema.parse({ name }));
    backend.app.advance(1000);
    await addComment(backend.app, bob, {
      ref: `tool:${id}`,
      parentId: null,
      content: `@ada Is ${name} good?`,
    });
  }
}

function openInbox() {
  render(<InboxPage />, { wrapper: Surroundings });
  return userEvent.setup();
}

const entry = (name: string) => screen.findByRole("link", { name: `bob mentioned you in ${name}` });

test("moves between entries by key, and focuses the next one after Done", async () => {
  await mentionIn("Whisper", "Suno", "Claude");
  const person = openInbox();
  expect(await entry("Claude")).toBeVisible();
  await person.keyboard("j");
  expect(await entry("Claude")).toHaveFocus();
  await person.keyboard("je");
  await waitFor(() => expect(screen.queryByRole("link", { name: /Suno/u })).toBeNull());
  expect(await entry("Whisper")).toHaveFocus();
  await person.keyboard("m");
  expect(await screen.findByText("Discussion muted")).toBeVisible();
  await person.click(screen.getByRole("tab", { name: "Done" }));
  expect(await entry("Suno")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Move to Open" }));
  expect(await screen.findByText("Nothing Done Yet")).toBeVisible();
});

test("focuses the first entry if a key was pressed while entries load", async () => {
  await mentionIn("Whisper", "Suno");
  const person = openInbox();
  expect(screen.queryByRole("link")).toBeNull();
  await person.keyboard("j");
  expect(await entry("Suno")).toHaveFocus();
});

test("marks all entries as done, and reopens them", async () => {
  await mentionIn("Whisper", "Suno");
  const person = openInbox();
  await entry("Suno");
  await person.click(await screen.findByRole("button", { name: "Mark all as done" }));
  expect(await screen.findByText("Nothing Waits for You")).toBeVisible();
  expect(screen.getByRole("button", { name: "Mark all as done" })).toBeDisabled();
  expect(await toast("All entries are done")).toBeVisible();
  await person.click(screen.getByRole("button", { name: "Undo" }));
  expect(await entry("Suno")).toBeVisible();
  expect(await entry("Whisper")).toBeVisible();
});

test("reports a failed load, and tries again on request", async () => {
  await mentionIn("Whisper");
  let isBroken = true;
  mswServer.use(
    http.get("*/trpc/*", ({ request }) =>
      isBroken && request.url.includes("inbox.list") ? HttpResponse.json({}, { status: 500 }) : undefined,
    ),
  );
  const person = openInbox();
  expect(await screen.findByText("Couldn't load the inbox.")).toBeVisible();
  isBroken = false;
  await person.click(screen.getByRole("button", { name: "Try Again" }));
  expect(await entry("Whisper")).toBeVisible();
});
