import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";

import { addComment } from "#server/features/comments/comments.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import { setAllDone } from "#server/features/inbox/inbox.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool, editTool, removeTool } from "#server/features/tools/tools.service.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { ITEM_KINDS } from "#shared/kernel/item-address.ts";
import type { WatchRequest } from "#shared/kernel/ledger.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { appInOtherProcess } from "#tests/support/app-in-other-process.ts";
import { watchLive } from "#tests/support/live-stream.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testServer } from "#tests/support/test-app.ts";
import { isOnServer, openTestDatabase } from "#tests/support/test-database.ts";

const NOTHING = { changes: [], all: [] };

async function watched() {
  const { app, origin } = await testServer();
  const ada = await buildPerson(app, "ada");
  const grace = await buildPerson(app, "grace");
  return {
    app,
    ada,
    grace,
    watch: (request?: WatchRequest, who = grace) => watchLive(origin, who, request),
    addNamed: (name: string, by = ada) => addTool(app, by.user, newToolSchema.parse({ name })),
  };
}

const rowsOf = (count: number) =>
  importRequestSchema.parse({ rows: Array.from({ length: count }, (_, n) => ({ name: `Tool ${n}` })) });

test("a subscriber gets the ledger's position at once, and then each change in order", async () => {
  const { app, ada, grace, watch, addNamed } = await watched();
  await addNamed("Before");
  const stream = await watch();
  expect(await stream.next()).toEqual({
    id: `1 ${app.now().toISOString()}`,
    message: { ...NOTHING, inboxOpen: 0 },
  });

  const tool = await addNamed("Whisper");
  await editTool(app, ada.user, { id: tool.id, notes: "Hears well" });
  await removeTool(app, grace.user, { id: tool.id });
  const changes = [];
  while (changes.length < 3) changes.push(...((await stream.next())?.message?.changes ?? []));
  expect(changes).toMatchObject([
    { seq: 2, verb: "added", kind: "tool", itemId: tool.id, title: "Whisper", isOwn: false },
    { seq: 3, verb: "edited", actor: { username: "ada" }, detail: { fields: ["notes"], revision: 2 } },
    { seq: 4, verb: "deleted", actor: { username: "grace" }, isOwn: true },
  ]);
});

test("changes committed together are sent together, after the commit", async () => {
  const { app, ada, watch } = await watched();
  const stream = await watch();
  await stream.next();
  const reading = await addReading(
    app,
    ada.user,
    newReadingSchema.parse({ title: "Emma", author: "Austen" }),
  );
  await stream.next();
  await expect(
    app.db.transaction().execute(async (db) => {
      await db
        .insertInto("events")
        .values({ at: "", actorId: null, verb: "added", kind: "tool", itemId: "x", title: "x" })
        .execute();
      throw new Error("taken back");
    }),
  ).rejects.toThrow("taken back");
  await addComment(app, ada.user, { readingId: reading.id, parentId: null, content: "Good" });
  expect((await stream.next())?.message?.changes).toMatchObject([
    { kind: "reading", verb: "commented", title: "Emma", detail: { change: "added", parentId: null } },
  ]);
});

test("no text of a comment or note is sent", async () => {
  const { app, ada, watch } = await watched();
  const stream = await watch();
  await stream.next();
  const fields = { name: "Guide", prompt: "SECRET", notes: "SECRET" };
  await addPrompt(app, ada.user, newPromptSchema.parse(fields));
  expect(JSON.stringify(await stream.next())).not.toContain("SECRET");
});

test("a client that lost its connection resumes after its last message", async () => {
  const { watch, addNamed } = await watched();
  const first = await watch();
  await first.next();
  await addNamed("One");
  const { id } = (await first.next()) ?? {};
  first.close();
  await addNamed("Two");
  await addNamed("Three");
  // When a client reconnects, `loadedFor` in the opening request is outdated, so `lastEventId` decides.
  const again = await watch({ after: 0, loadedFor: 1000, lastEventId: id });
  const { message } = (await again.next()) ?? {};
  expect(message?.changes.map(({ title }) => title)).toEqual(["Two", "Three"]);
  await addNamed("Four");
  expect((await again.next())?.message?.changes.map(({ title }) => title)).toEqual(["Four"]);
});

test("a page gets the changes since it began to load, and two seconds before", async () => {
  const { app, watch, addNamed } = await watched();
  for (const name of ["Long ago", "Three seconds before", "While it loaded"]) {
    await addNamed(name);
    app.advance(name === "Three seconds before" ? 3000 : 1000);
  }
  const titles = async (request: WatchRequest) =>
    (await (await watch(request)).next())?.message?.changes.map(({ title }) => title);
  expect(await titles({ loadedFor: 1500 })).toEqual(["While it loaded"]);
  expect(await titles({ loadedFor: 60_000 })).toHaveLength(3);
  app.advance(60_000);
  expect(await titles({ loadedFor: 1500 })).toEqual([]);
});

test("many simultaneous changes are sent as their kind only, and later changes one by one", async () => {
  const { app, ada, watch, addNamed } = await watched();
  const stream = await watch();
  await stream.next();
  await importTools(app, ada.user, rowsOf(21));
  expect(await stream.next()).toMatchObject({ message: { changes: [], all: ["tool"] } });
  await addNamed("One more");
  expect(await stream.next()).toMatchObject({ message: { changes: [{ title: "One more" }], all: [] } });
});

test("an import larger than the buffer is sent as its kind, also to clients that return later", async () => {
  const { app, ada, watch } = await watched();
  const stream = await watch();
  const { id } = (await stream.next()) ?? {};
  await importTools(app, ada.user, rowsOf(1100));
  expect(await stream.next()).toMatchObject({ message: { changes: [], all: ["tool"] } });
  const later = await watch({ lastEventId: id });
  expect(await later.next()).toMatchObject({
    id: `1100 ${app.now().toISOString()}`,
    message: { all: ["tool"] },
  });
});

test("after a restart, a client that was offline too long gets a notice to refetch everything", async () => {
  const { app, ada, watch } = await watched();
  await importTools(app, ada.user, rowsOf(1100));
  expect(await (await watch({ after: 50 })).next()).toMatchObject({
    message: { changes: [], all: ITEM_KINDS },
  });
  expect(await (await watch({ after: 1099 })).next()).toMatchObject({
    message: { changes: [{ seq: 1100 }] },
  });
});

test("a client from another database, as before a restore, gets a notice to refetch everything", async () => {
  const { app, watch, addNamed } = await watched();
  await addNamed("One");
  await addNamed("Two");
  const here = `2 ${app.now().toISOString()}`;
  for (const request of [
    { lastEventId: "3 2026-11-20T10:00:00.000Z" },
    { lastEventId: "1 2026-11-20T10:00:00.000Z" },
    { lastEventId: "nonsense" },
    { after: 3 },
  ]) {
    expect(await (await watch(request)).next()).toMatchObject({
      id: here,
      message: { changes: [], all: [...ITEM_KINDS] },
    });
  }
  expect(await (await watch({ lastEventId: here })).next()).toMatchObject({ id: here, message: NOTHING });
});

test("changes by another process, such as a command, are sent too", async () => {
  const { app, watch } = await watched();
  const stream = await watch();
  await stream.next();
  const other = await openTestDatabase(app.database.url);
  onTestFinished(() => other.close());
  await other.db
    .insertInto("events")
    .values({
      at: app.now().toISOString(),
      actorId: null,
      verb: "fetched",
      kind: "paper",
      itemId: "run",
      title: "41 papers",
      detail: '{"count":41}',
    })
    .execute();
  expect((await stream.next())?.message?.changes).toMatchObject([
    { actor: null, kind: "paper", detail: { count: 41 } },
  ]);
});

test("the ledger is read once for all subscribers, and not at all without any", async () => {
  const { app, watch, addNamed } = await watched();
  const streams = [];
  for (let count = 0; count < 5; count += 1) streams.push(await watch());
  for (const stream of streams) await stream.next();
  const reads = vi.spyOn(app.db, "selectFrom");
  const countReads = () => reads.mock.calls.filter(([table]) => Object.is(table, "events")).length;
  await addNamed("One");
  for (const stream of streams) expect((await stream.next())?.message?.changes).toHaveLength(1);
  // PostgreSQL also notifies a process of its own commits.
  expect(countReads()).toBeLessThanOrEqual(isOnServer() ? 2 : 1);
  for (const stream of streams) stream.close();
  await vi.waitFor(async () => {
    reads.mockClear();
    await addNamed("Unwatched");
    await sql`select 1`.execute(app.db);
    expect(countReads()).toBe(0);
  });
  const { message } = (await (await watch({ after: 1 })).next()) ?? {};
  expect(message?.changes[0]).toMatchObject({ seq: 2, title: "Unwatched" });
});

test("a subscriber gets the number of their open inbox entries whenever it changes, by any process", async () => {
  const { app, ada, grace, watch, addNamed } = await watched();
  const { id } = await addNamed("Whisper");
  const stream = await watch();
  const others = await watch({}, ada);
  const next = async (): Promise<number> => {
    for (;;) {
      const count = (await stream.next())?.message?.inboxOpen;
      if (count !== undefined) return count;
    }
  };
  expect(await next()).toBe(0);
  const mention = { ref: `tool:${id}` as const, content: "Hello @grace", parentId: null };
  await addComment(app, ada.user, mention);
  expect(await next()).toBe(1);
  await addComment(await appInOtherProcess(app), ada.user, mention);
  expect(await next()).toBe(2);
  await setAllDone(app, grace.user);
  expect(await next()).toBe(0);
  expect((await others.next())?.message?.inboxOpen).toBe(0);
  expect((await others.next())?.message).not.toHaveProperty("inboxOpen");
});
