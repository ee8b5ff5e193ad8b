import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import { listComments, removeComment } from "#server/features/comments/comments.service.ts";
import { removeReading } from "#server/features/readings/readings.service.ts";
import { listDeletions, restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import type { Comment } from "#shared/comments/comments.ts";
import {
  addSampleReading,
  eventsOf,
  addReadingComment,
  snapshotOf,
  readItemRows,
  type Team,
  team,
} from "#tests/support/deletion-team.ts";
import { THOROUGH_ON_SERVER } from "#tests/support/thorough.ts";
import { recordTransactionRows } from "#tests/support/transaction-rows.ts";

interface Discussion extends Team {
  readingId: string;
  addComment(content: string, parent?: Comment | null): Promise<Comment>;
  /** Returns the id of the deletion. */
  remove(comment: Comment): Promise<string>;
  restore(deletionId: string): Promise<unknown>;
  /** All rows of comments. */
  rows(): Promise<string[]>;
  /** The text of each comment after those of its parents. */
  words(): Promise<string[]>;
}

/** Ada's comments on one reading; the clock advances with each step. */
async function discussion(): Promise<Discussion> {
  const here = await team();
  const { app, ada } = here;
  const { id: readingId } = await addSampleReading(here);
  const list = async () => (await listComments(app, { readingId })).items;
  return {
    ...here,
    readingId,
    async addComment(content, parent = null) {
      app.advance(1000);
      return addReadingComment(here, ada, readingId, content, parent?.id ?? null);
    },
    async remove({ id }) {
      app.advance(1000);
      return (await removeComment(app, ada, { id })).deletionId;
    },
    restore(id) {
      app.advance(1000);
      return restoreDeletion(app, ada, { id });
    },
    rows: async () => (await snapshotOf(app, ["comments"]))["comments"] ?? [],
    async words() {
      const comments = await list();
      const wordsOf = (comment: Comment): string => {
        const parent = comments.find(({ id }) => id === comment.parentId);
        return `${parent ? `${wordsOf(parent)}/` : ""}${comment.content || "-"}`;
      };
      return comments.map((comment) => wordsOf(comment));
    },
  };
}

describe("a deleted comment is restored", () => {
  test("at its position among the others", async () => {
    const here = await discussion();
    await here.addComment("One");
    const two = await here.addComment("Two");
    await here.addComment("Three");
    const before = await here.rows();
    const deletion = await here.remove(two);
    expect(await here.words()).toEqual(["One", "Three"]);
    expect(await here.restore(deletion)).toEqual({
      kind: "comment",
      itemId: two.id,
      containerKind: "reading",
      containerId: here.readingId,
      title: "Emma",
    });
    expect(await here.rows()).toEqual(before);
    expect(await snapshotOf(here.app, ["deletions", "deleted_rows"])).toEqual({
      deletions: [],
      deleted_rows: [],
    });
  });

  test("with its text, if its replies held its position", async () => {
    const here = await discussion();
    const question = await here.addComment("Why?");
    await here.addComment("Because", question);
    const before = await here.rows();
    const deletion = await here.remove(question);
    expect(await here.words()).toEqual(["-", "-/Because"]);
    await here.restore(deletion);
    expect(await here.rows()).toEqual(before);
  });

  test("with its parent, in either order, if both were deleted", async () => {
    for (const isReplyFirst of [true, false]) {
      const here = await discussion();
      const question = await here.addComment("Why?");
      const answer = await here.addComment("Because", question);
      const before = await here.rows();
      const ofQuestion = await here.remove(question);
      const withoutWords = await here.rows();
      const ofAnswer = await here.remove(answer);
      expect(await here.words()).toEqual([]);
      await here.restore(isReplyFirst ? ofAnswer : ofQuestion);
      expect(await here.rows()).toEqual(isReplyFirst ? withoutWords : before.slice(0, 1));
      await here.restore(isReplyFirst ? ofQuestion : ofAnswer);
      expect(await here.rows()).toEqual(before);
    }
  });

  test("below its parent, which was deleted after it", async () => {
    for (const isReplyFirst of [true, false]) {
      const here = await discussion();
      const question = await here.addComment("Why?");
      const answer = await here.addComment("Because", question);
      const before = await here.rows();
      const ofAnswer = await here.remove(answer);
      const ofQuestion = await here.remove(question);
      await here.restore(isReplyFirst ? ofAnswer : ofQuestion);
      expect(await here.words()).toEqual(isReplyFirst ? ["-", "-/Because"] : ["Why?"]);
      await here.restore(isReplyFirst ? ofQuestion : ofAnswer);
      expect(await here.rows()).toEqual(before);
    }
  });

  test("next to another reply, whose parent's position was removed too", async () => {
    const here = await discussion();
    const question = await here.addComment("Why?");
    const [one, two] = [await here.addComment("One", question), await here.addComment("Two", question)];
    await here.remove(question);
    const ofOne = await here.remove(one);
    const ofTwo = await here.remove(two);
    expect(await here.words()).toEqual([]);
    await here.restore(ofOne);
    expect(await here.words()).toEqual(["-", "-/One"]);
    await here.restore(ofTwo);
    expect(await here.words()).toEqual(["-", "-/One", "-/Two"]);
  });

  test("at the position of its parent, whose text was permanently deleted", async () => {
    const here = await discussion();
    const question = await here.addComment("Why?");
    const answer = await here.addComment("Because", question);
    const ofQuestion = await here.remove(question);
    const ofAnswer = await here.remove(answer);
    await here.app.db.deleteFrom("deletions").where("id", "=", ofQuestion).execute();
    await here.restore(ofAnswer);
    expect(await here.words()).toEqual(["-", "-/Because"]);
  });

  test("at the top, if nothing is left of its parent", async () => {
    const here = await discussion();
    const question = await here.addComment("Why?");
    const answer = await here.addComment("Because", question);
    const more = await here.addComment("More", answer);
    await here.remove(more);
    const ofAnswer = await here.remove(answer);
    const ofQuestion = await here.remove(question);
    await here.app.db.deleteFrom("deletions").where("id", "=", ofQuestion).execute();
    await here.restore(ofAnswer);
    expect(await here.words()).toEqual(["Because"]);
  });

  test("deep in a thread of 1,000 levels that was removed with it", THOROUGH_ON_SERVER, async () => {
    const here = await discussion();
    const thread: Comment[] = [];
    for (let level = 0; level < 1000; level += 1)
      thread.push(await here.addComment(`${level}`, thread.at(-1)));
    for (const comment of thread.slice(0, -1)) await here.remove(comment);
    const before = await here.rows();
    const last = thread.at(-1);
    if (!last) throw new Error("there is no thread");
    const deletion = await here.remove(last);
    expect(await here.rows()).toEqual([]);
    await here.restore(deletion);
    expect(await here.rows()).toEqual(before);
  });
});

describe("restoring a comment", () => {
  test("is allowed for its author or an admin, while its reading exists", async () => {
    const here = await discussion();
    const { app, bob, grace, readingId } = here;
    const deletion = await here.remove(await here.addComment("Good"));
    await expect(restoreDeletion(app, bob, { id: deletion })).rejects.toThrow("Forbidden");
    const ofReading = await removeReading(app, bob, { id: readingId });
    await expect(here.restore(deletion)).rejects.toThrow(
      "The reading of this comment was deleted. Restore the reading first.",
    );
    await restoreDeletion(app, bob, { id: ofReading.deletionId });
    expect(await here.words()).toEqual([]);
    await restoreDeletion(app, grace, { id: deletion });
    expect(await here.words()).toEqual(["Good"]);
  });
});

test("is recorded with the deletion in the ledger under the reading", async () => {
  const here = await discussion();
  const comment = await here.addComment("Good");
  const deletion = await here.remove(comment);
  await here.restore(deletion);
  const subject = { verb: "commented", kind: "reading", itemId: here.readingId, title: "Emma" };
  expect((await eventsOf(here)).slice(2)).toMatchObject(
    ["deleted", "restored"].map((change) => ({
      ...subject,
      detail: { comment: comment.id, change, deletion },
    })),
  );
});

test("lists the beginning of a comment, and its reading", async () => {
  const here = await discussion();
  const comment = await here.addComment(`Good ${"and long ".repeat(20)}`);
  await here.remove(comment);
  expect((await listDeletions(here.app, {})).items).toMatchObject([
    {
      kind: "comment",
      itemId: comment.id,
      containerId: here.readingId,
      title: "Emma",
      excerpt: comment.content.slice(0, 80),
      contents: {},
    },
  ]);
});

test("a reading with thousands of comments is deleted at once, and restored even during the removal", async () => {
  const here = await team();
  const { app, ada, bob } = here;
  const reading = await addSampleReading(here);
  const ids = Array.from({ length: 1300 }, () => randomUUID());
  const at = app.now().toISOString();
  for (let start = 0; start < ids.length; start += 100)
    await app.db
      .insertInto("comments")
      .values(
        ids.slice(start, start + 100).map((id, index) => ({
          id,
          kind: "reading" as const,
          itemId: reading.id,
          parentId: ids[start + index - 7] ?? null,
          content: `Comment ${start + index}`,
          userId: bob.id,
          createdAt: at,
          updatedAt: at,
          deletedAt: null,
        })),
      )
      .execute();
  const before = await readItemRows(here);
  const moved = recordTransactionRows(app);
  const { deletionId, removedComments } = await removeReading(app, ada, { id: reading.id });
  expect(removedComments).toBe(1300);
  expect(await app.db.selectFrom("readings").select("id").execute()).toEqual([]);
  await restoreDeletion(app, ada, { id: deletionId });
  await app.pendingWork.idle();
  expect(await readItemRows(here)).toEqual(before);

  const again = await removeReading(app, ada, { id: reading.id });
  await app.pendingWork.idle();
  expect(await app.db.selectFrom("comments").select("id").execute()).toEqual([]);
  await restoreDeletion(app, ada, { id: again.deletionId });
  // A comment can be added while others are being restored.
  const { id } = await addReadingComment(here, ada, reading.id, "First again");
  await app.pendingWork.idle();
  await app.db.deleteFrom("comments").where("id", "=", id).execute();
  // Bob got an entry about it.
  await app.db.deleteFrom("inbox_entries").where("commentId", "=", id).execute();
  expect(await readItemRows(here)).toEqual(before);
  expect(Math.max(...moved())).toBeLessThanOrEqual(510);
}, 60_000);
