import { sql } from "kysely";
import { describe, expect, test } from "vitest";

import { removeComment } from "#server/features/comments/comments.service.ts";
import { setArticleFlags, queryNews } from "#server/features/news/news.service.ts";
import { editPrompt, promptLibrary, removePrompt } from "#server/features/prompts/prompts.service.ts";
import { markSeen, readingLibrary, removeReading } from "#server/features/readings/readings.service.ts";
import { getTool, removeTool, toolLibrary } from "#server/features/tools/tools.service.ts";
import { storeImage } from "#server/features/uploads/uploads.service.ts";
import { listDeletions, restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { cleanUp } from "#server/kernel/jobs/cleanup.service.ts";
import { belongingsOf } from "#server/kernel/slice.ts";
import {
  addSamplePrompt,
  addSampleReading,
  addSampleTool,
  eventsOf,
  addReadingComment,
  snapshotOf,
  readItemRows,
  storeArticles,
  team,
} from "#tests/support/deletion-team.ts";
import { quietWork } from "#tests/support/found.ts";
import { pngImage } from "#tests/support/images.ts";
import { foreignKeysOf } from "#tests/support/test-database.ts";

const DAY = 24 * 3_600_000;

describe("a deleted item is restored", () => {
  test("a prompt with its history", async () => {
    const here = await team();
    const { app, ada, bob } = here;
    const { id } = await addSamplePrompt(here);
    app.advance(1000);
    await editPrompt(app, bob, { id, name: "Leader", note: "shorter" });
    const before = await readItemRows(here);
    app.advance(1000);
    const { deletionId } = await removePrompt(app, ada, { id });
    expect((await readItemRows(here))["prompts"]).toEqual([]);
    app.advance(1000);
    expect(await restoreDeletion(app, ada, { id: deletionId })).toEqual({
      kind: "prompt",
      itemId: id,
      containerKind: null,
      containerId: null,
      title: "Leader",
    });
    expect(await readItemRows(here)).toEqual(before);
    expect(await snapshotOf(app, ["deletions", "deleted_rows"])).toEqual({ deletions: [], deleted_rows: [] });
  });

  test("a reading with its discussion, and everyone's read state", async () => {
    const here = await team();
    const { app, ada, bob } = here;
    const { id } = await addSampleReading(here);
    const first = await addReadingComment(here, ada, id, "Good");
    const second = await addReadingComment(here, bob, id, "Why?", first.id);
    await addReadingComment(here, ada, id, "Because", second.id);
    await addReadingComment(here, bob, id, "Another");
    await removeComment(app, bob, { id: second.id });
    await markSeen(app, bob, { id });
    const before = await readItemRows(here);
    const answer = await removeReading(app, bob, { id });
    expect(answer).toMatchObject({ removedComments: 3 });
    expect(await readItemRows(here)).toMatchObject({ readings: [], comments: [], comment_reads: [] });
    // Positions are never reused.
    const other = await addSampleReading(here);
    await addReadingComment(here, ada, other.id, "Elsewhere");
    await removeReading(app, ada, { id: other.id });
    await restoreDeletion(app, bob, { id: answer.deletionId });
    const { item_versions: _versions, ...after } = await readItemRows(here);
    expect(before).toMatchObject(after);
  });

  test("with its uploaded picture", async () => {
    const here = await team();
    const { app, ada } = here;
    const logoUrl = await storeImage(app, ada, { bytes: pngImage(), extension: "png" }, AbortSignal.any([]));
    const tool = await addSampleTool(here, { logoUrl });
    await app.db.deleteFrom("item_versions").execute();
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    app.advance(29 * DAY);
    expect(await cleanUp(app, quietWork())).toEqual({});
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await getTool(app, tool.id)).toEqual(tool);
    expect(await app.db.selectFrom("images").select("file").execute()).toHaveLength(1);
  });

  test("with the default of a newly added column", async () => {
    const here = await team();
    const { app, ada } = here;
    const { id } = await addSamplePrompt(here);
    const { deletionId } = await removePrompt(app, ada, { id });
    await sql`alter table prompts add column license text not null default 'none'`.execute(app.db);
    await restoreDeletion(app, ada, { id: deletionId });
    const row = await app.db.selectFrom("prompts").selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ id, name: "Guide", license: "none" });
  });
});

describe("the ledger", () => {
  test("records the deletion of an item, and its restore", async () => {
    const here = await team();
    const { app, ada, grace } = here;
    const { id } = await addSampleReading(here);
    await addReadingComment(here, ada, id, "Good");
    const { deletionId } = await removeReading(app, ada, { id });
    await restoreDeletion(app, grace, { id: deletionId });
    const subject = { kind: "reading", itemId: id, title: "Emma" };
    expect((await eventsOf(here)).slice(2)).toMatchObject([
      { ...subject, verb: "deleted", actorId: ada.id, detail: { comments: 1, deletion: deletionId } },
      { ...subject, verb: "restored", actorId: grace.id, detail: { deletion: deletionId, revision: 1 } },
    ]);
  });
});

describe("restoring", () => {
  test("is allowed for the person who deleted it, or an admin", async () => {
    const here = await team();
    const { app, ada, bob, grace } = here;
    const { id } = await addSamplePrompt(here);
    const byBob = await removePrompt(app, bob, { id });
    await expect(restoreDeletion(app, ada, { id: byBob.deletionId })).rejects.toThrow("Forbidden");
    await restoreDeletion(app, bob, { id: byBob.deletionId });
    const byAda = await removePrompt(app, ada, { id });
    await restoreDeletion(app, grace, { id: byAda.deletionId });
    expect(await app.db.selectFrom("prompts").select("id").execute()).toEqual([{ id }]);
  });

  test("reports that another person already restored the item", async () => {
    const here = await team();
    const { app, ada, grace } = here;
    const { id } = await addSamplePrompt(here);
    const { deletionId } = await removePrompt(app, ada, { id });
    await restoreDeletion(app, grace, { id: deletionId });
    await expect(restoreDeletion(app, ada, { id: deletionId })).rejects.toThrow(
      "This was already restored or permanently deleted",
    );
  });
});

test("restores flags without those of deleted accounts", async () => {
  const here = await team();
  const { app, ada, bob } = here;
  const tool = await addSampleTool(here);
  await storeArticles(app, tool, { count: 1 });
  const { items } = await queryNews(app, ada, {});
  const reading = await addSampleReading(here);
  for (const user of [ada, bob]) {
    await setArticleFlags(app, user, { id: items[0]?.id ?? "", isStarred: true });
    await markSeen(app, user, { id: reading.id });
  }
  const deletions = [await removeTool(app, ada, tool), await removeReading(app, ada, reading)];
  await app.db.deleteFrom("users").where("id", "=", bob.id).execute();
  for (const { deletionId } of deletions) await restoreDeletion(app, ada, { id: deletionId });
  for (const table of ["news_marks", "comment_reads"] as const)
    expect(await app.db.selectFrom(table).select("userId").execute()).toEqual([{ userId: ada.id }]);
});

test("every table that refers to an item is declared as its companion", async () => {
  const { app } = await team();
  const rows = await foreignKeysOf(app);
  const below = (parent: string, met: ReadonlySet<string>): string[] =>
    rows.flatMap(({ child, parent: of }) =>
      of === parent && !met.has(child) ? [child, ...below(child, new Set([...met, child]))] : [],
    );
  const libraries = [toolLibrary, promptLibrary, readingLibrary];
  const declared = libraries.map(({ kind }) => {
    const { immediate, batched } = belongingsOf(kind);
    return [
      ...immediate.map(({ table }) => table),
      ...batched.flatMap(({ restore }) => Object.keys(restore)),
    ];
  });
  for (const [index, { store }] of libraries.entries())
    expect(declared[index]).toEqual(expect.arrayContaining(below(store.table, new Set())));
  // Rows with many per item refer only to its id. Links and discussions belong to items of all kinds, so no foreign
  // key describes them.
  const pointing = ["item_ids", ...libraries.map(({ store }) => store.table)].flatMap((table) =>
    below(table, new Set()),
  );
  const others = ["links", "comments", "comment_reads", "inbox_entries", "watches"];
  expect(new Set(declared.flat())).toEqual(new Set([...pointing, ...others]));
});

describe("the list of deleted items", () => {
  test("is latest first, with the person, the companions and the expiry", async () => {
    const here = await team();
    const { app, ada, bob } = here;
    const tool = await addSampleTool(here);
    await storeArticles(app, tool, { count: 12 });
    const reading = await addSampleReading(here);
    await addReadingComment(here, ada, reading.id, "Good");
    await removeTool(app, bob, { id: tool.id });
    app.advance(1000);
    await removeReading(app, ada, { id: reading.id });
    const { items } = await listDeletions(app, {});
    expect(items).toMatchObject([
      { kind: "reading", itemId: reading.id, title: "Emma", contents: { comments: 1 }, excerpt: null },
      {
        kind: "tool",
        itemId: tool.id,
        title: "Claude",
        contents: { articles: 12 },
        deletedAt: "2026-11-21T10:00:00.000Z",
        deletedBy: { id: bob.id, username: "bob" },
        goneAt: "2026-12-21T10:00:00.000Z",
      },
    ]);
    const first = await listDeletions(app, { limit: 1 });
    const second = await listDeletions(app, { limit: 1, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items]).toEqual(items);
  });
});
