import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, test } from "vitest";

import { addComment, removeComment } from "#server/features/comments/comments.service.ts";
import { addReading, removeReading } from "#server/features/readings/readings.service.ts";
import { addTool, removeTool } from "#server/features/tools/tools.service.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { mswServer, startBackend } from "#tests/support/msw-server.ts";
import { Surroundings } from "#tests/support/surroundings.tsx";

import { RecentlyDeleted } from "./recently-deleted.tsx";

async function start() {
  const { app, createUser, signInAs } = await startBackend();
  const ada = await signInAs({ username: "ada", role: "admin" });
  const grace = await createUser({ username: "grace", firstName: "Grace" });
  return { app, ada, grace };
}

function open() {
  render(<RecentlyDeleted />, { wrapper: Surroundings });
  return userEvent.setup();
}

async function deleteTool({ app, grace }: Awaited<ReturnType<typeof start>>, name: string) {
  const { id } = await addTool(app, grace, newToolSchema.parse({ name }));
  return removeTool(app, grace, { id });
}

test("lists deleted items with the content deleted with them, the person and the expiry", async () => {
  const backend = await start();
  const { app, ada, grace } = backend;
  const reading = await addReading(
    app,
    ada,
    newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }),
  );
  const add = (content: string) => addComment(app, ada, { readingId: reading.id, parentId: null, content });
  await add("Very good");
  const comment = await add("So long ".repeat(20));
  await removeComment(app, ada, { id: comment.id });
  app.advance(1000);
  await removeReading(app, grace, { id: reading.id });
  open();
  const items = await screen.findAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(
      /^ReadingEmmawith 1 commentDeleted by Grace .* · can be restored until December 21, 2026/u,
    ),
    expect.stringMatching(/^Comment“So long .*…” on EmmaDeleted by ada /u),
  ]);
});

test("restores an item and removes it from the list", async () => {
  const backend = await start();
  await deleteTool(backend, "Cursor");
  const person = open();
  await person.click(await screen.findByRole("button", { name: "Restore: Cursor" }));
  expect(await screen.findByText("Cursor was restored")).toBeVisible();
  expect(await screen.findByText("Nothing was deleted in the last 30 days.")).toBeVisible();
});

test("reports an item that was already restored", async () => {
  const backend = await start();
  const { deletionId } = await deleteTool(backend, "Cursor");
  const person = open();
  const restore = await screen.findByRole("button", { name: "Restore: Cursor" });
  await restoreDeletion(backend.app, backend.ada, { id: deletionId });
  await person.click(restore);
  expect(await screen.findByText("This was already restored or permanently deleted")).toBeVisible();
  expect(await screen.findByText("Nothing was deleted in the last 30 days.")).toBeVisible();
});

test("deletes an item permanently after confirmation", async () => {
  const backend = await start();
  await deleteTool(backend, "Cursor");
  await deleteTool(backend, "Whisper");
  const person = open();
  await person.click(await screen.findByRole("button", { name: "Delete Permanently: Cursor" }));
  const question = await screen.findByRole("alertdialog", { name: "Permanently delete Cursor?" });
  expect(question).toHaveTextContent("This action cannot be undone.");
  await person.click(within(question).getByRole("button", { name: "Delete Permanently" }));
  expect(await screen.findByText("Permanently deleted", { selector: "[data-tone] *" })).toBeVisible();
  expect(await screen.findByRole("button", { name: "Restore: Whisper" })).toBeVisible();
  expect(screen.queryByText("Cursor")).toBeNull();
});

test("loads more on request, and reports a failure", async () => {
  const backend = await start();
  for (let index = 0; index < 21; index += 1) {
    await deleteTool(backend, `Tool ${index}`);
    backend.app.advance(1000);
  }
  const first = render(<RecentlyDeleted />, { wrapper: Surroundings });
  expect(await screen.findAllByRole("listitem")).toHaveLength(20);
  await userEvent.click(screen.getByRole("button", { name: "Show More" }));
  expect(await screen.findByText("Tool 0")).toBeVisible();
  first.unmount();
  mswServer.use(http.get("*/trpc/*", () => HttpResponse.json({}, { status: 500 })));
  open();
  expect(await screen.findByText("Couldn't load the deleted items.")).toBeVisible();
});
