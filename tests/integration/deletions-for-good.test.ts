import { describe, expect, test } from "vitest";

import { removeComment } from "#server/features/comments/comments.service.ts";
import { editPrompt, removePrompt } from "#server/features/prompts/prompts.service.ts";
import { removeReading } from "#server/features/readings/readings.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import { storeImage } from "#server/features/uploads/uploads.service.ts";
import { listDeletions, purgeDeletion, restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { cleanUp } from "#server/kernel/jobs/cleanup.service.ts";
import { DELETION_RETENTION_DAYS } from "#shared/kernel/deletion-rules.ts";
import {
  addSamplePrompt,
  addSampleReading,
  addSampleTool,
  eventsOf,
  addReadingComment,
  snapshotOf,
  storeArticles,
  team,
} from "#tests/support/deletion-team.ts";
import { quietWork } from "#tests/support/found.ts";
import { pngImage } from "#tests/support/images.ts";

const DAY = 24 * 3_600_000;
const KEPT = ["deletions", "deleted_rows", "item_versions"] as const;
const NOTHING_KEPT = { deletions: [], deleted_rows: [], item_versions: [] };
const GONE = "This was already restored or permanently deleted";

describe("permanent deletion", () => {
  test("removes an item with its history and companions, and records it in the ledger", async () => {
    const here = await team();
    const { app, ada, bob, grace } = here;
    const prompt = await addSamplePrompt(here);
    await editPrompt(app, ada, { id: prompt.id, name: "Leader", note: null });
    const { deletionId } = await removePrompt(app, bob, { id: prompt.id });
    const tool = await addSampleTool(here);
    await storeArticles(app, tool, { count: 250 });
    const ofTool = await removeTool(app, bob, { id: tool.id });
    await purgeDeletion(app, grace, { id: deletionId });
    await purgeDeletion(app, grace, { id: ofTool.deletionId });
    expect(await snapshotOf(app, KEPT)).toEqual(NOTHING_KEPT);
    await expect(restoreDeletion(app, bob, { id: deletionId })).rejects.toThrow(GONE);
    await expect(purgeDeletion(app, grace, { id: deletionId })).rejects.toThrow(GONE);
    expect((await eventsOf(here)).at(-2)).toMatchObject({
      actorId: grace.id,
      verb: "purged",
      kind: "prompt",
      itemId: prompt.id,
      title: "Leader",
      detail: { deletion: deletionId },
    });
  });

  test("removes earlier deletions of a reading's discussion, and nothing else", async () => {
    const here = await team();
    const { app, ada, grace } = here;
    const [one, other] = [await addSampleReading(here), await addSampleReading(here)];
    const comments = [
      await addReadingComment(here, ada, one.id, "One"),
      await addReadingComment(here, ada, other.id, "Other"),
    ];
    for (const { id } of comments) await removeComment(app, ada, { id });
    const { deletionId } = await removeReading(app, ada, { id: one.id });
    await purgeDeletion(app, grace, { id: deletionId });
    const { items } = await listDeletions(app, {});
    expect(items).toMatchObject([{ kind: "comment", containerId: other.id, excerpt: "Other" }]);
    expect((await snapshotOf(app, ["item_versions"]))["item_versions"]).toHaveLength(1);
  });

  test("records a comment in the ledger under its reading", async () => {
    const here = await team();
    const { app, ada, grace } = here;
    const reading = await addSampleReading(here);
    const comment = await addReadingComment(here, ada, reading.id, "Good");
    const { deletionId } = await removeComment(app, ada, { id: comment.id });
    await purgeDeletion(app, grace, { id: deletionId });
    expect((await eventsOf(here)).at(-1)).toMatchObject({
      actorId: grace.id,
      verb: "commented",
      kind: "reading",
      itemId: reading.id,
      title: "Emma",
      detail: { comment: comment.id, change: "purged", deletion: deletionId },
    });
    expect(await snapshotOf(app, ["deletions", "deleted_rows"])).toEqual({ deletions: [], deleted_rows: [] });
  });
});

describe("the cleanup", () => {
  test("permanently deletes items deleted 30 days ago, with images that only they used", async () => {
    const here = await team();
    const { app, ada } = here;
    const logoUrl = await storeImage(app, ada, { bytes: pngImage(), extension: "png" }, AbortSignal.any([]));
    const tool = await addSampleTool(here, { logoUrl });
    const old = await removeTool(app, ada, { id: tool.id });
    app.advance(DAY);
    const prompt = await addSamplePrompt(here);
    const recent = await removePrompt(app, ada, { id: prompt.id });
    const events = await eventsOf(here);
    app.advance((DELETION_RETENTION_DAYS - 1) * DAY);

    expect(await cleanUp(app, quietWork())).toEqual({ "deleted items": 1, images: 1 });

    await expect(restoreDeletion(app, ada, { id: old.deletionId })).rejects.toThrow(GONE);
    await restoreDeletion(app, ada, { id: recent.deletionId });
    expect((await snapshotOf(app, ["item_versions"]))["item_versions"]).toHaveLength(1);
    expect((await eventsOf(here)).slice(0, -1)).toEqual(events);
  });

  test("deletes many, and leaves the rest to the next cleanup when it must stop", async () => {
    const here = await team();
    const { app, ada } = here;
    for (let i = 0; i < 45; i += 1) await removePrompt(app, ada, { id: (await addSamplePrompt(here)).id });
    app.advance(DELETION_RETENTION_DAYS * DAY);
    await expect(cleanUp(app, { ...quietWork(), signal: AbortSignal.abort() })).rejects.toThrow("aborted");
    expect(await cleanUp(app, quietWork())).toEqual({ "deleted items": 45 });
    expect(await snapshotOf(app, KEPT)).toEqual(NOTHING_KEPT);
  });
});
