import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import { listComments, removeComment } from "#server/features/readings/comments.service.ts";
import { removeReading } from "#server/features/readings/readings.service.ts";
import { listDeletions, restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import type { Comment } from "#shared/readings/comments.ts";
import { watchPortions } from "#tests/support/portions.ts";
import { THOROUGH_ON_SERVER } from "#tests/support/thorough.ts";
import { aReading, eventsOf, say, snapshotOf, stateOf, type Team, team } from "#tests/support/trash.ts";

interface Discussion extends Team {
  readingId: string;
  say(content: string, parent?: Comment | null): Promise<Comment>;
  /** Returns the id of the deletion. */
  remove(comment: Comment): Promise<string>;
  restore(deletionId: string): Promise<unknown>;
  /** All rows of comments. */
  rows(): Promise<string[]>;
  /** The words of each comment after those of what it answers. */
  words(): Promise<string[]>;
}

/** Ada's, about one reading; the clock goes on with each step. */
async function discussion(): Promise<Discussion> {
  const here = await team();
  const { app, ada } = here;
  const { id: readingId } = await aReading(here);
  const list = async () => (await listComments(app, { readingId })).items;
  return {
    ...here,
    readingId,
    async say(content, parent = null) {
      app.advance(1000);
      return say(here, ada, readingId, content, parent?.id ?? null);
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

describe("a deleted comment comes back as it was", () => {
  test("at its place among the others", async () => {
    const here = await discussion();
    await here.say("One");
    const two = await here.say("Two");
    await here.say("Three");
    const before = await here.rows();
    const deletion = await here.remove(two);
    expect(await here.words()).toEqual(["One", "Three"]);
    expect(await here.restore(deletion)).toEqual({
      kind: "comment",
      itemId: two.id,
      containerId: here.readingId,
      title: "Emma",
    });
    expect(await here.rows()).toEqual(before);
    expect(await snapshotOf(here.app, ["deletions", "deleted_rows"])).toEqual({
      deletions: [],
      deleted_rows: [],
    });
  });

  test("with its words where its replies kept its place", async () => {
    const here = await discussion();
    const question = await here.say("Why?");
    await here.say("Because", question);
    const before = await here.rows();
    const deletion = await here.remove(question);
    expect(await here.words()).toEqual(["-", "-/Because"]);
    await here.restore(deletion);
    expect(await here.rows()).toEqual(before);
  });

  test("with what it answers, in either order, where both were deleted", async () => {
    for (const isReplyFirst of [true, false]) {
      const here = await discussion();
      const question = await here.say("Why?");
      const answer = await here.say("Because", question);
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

  test("under what it answers, which was deleted after it", async () => {
    for (const isReplyFirst of [true, false]) {
      const here = await discussion();
      const question = await here.say("Why?");
      const answer = await here.say("Because", question);
      const before = await here.rows();
      const ofAnswer = await here.remove(answer);
      const ofQuestion = await here.remove(question);
      await here.restore(isReplyFirst ? ofAnswer : ofQuestion);
      expect(await here.words()).toEqual(isReplyFirst ? ["-", "-/Because"] : ["Why?"]);
      await here.restore(isReplyFirst ? ofQuestion : ofAnswer);
      expect(await here.rows()).toEqual(before);
    }
  });

  test("beside another reply, with which the place of what they answer had gone", async () => {
    const here = await discussion();
    const question = await here.say("Why?");
    const [one, two] = [await here.say("One", question), await here.say("Two", question)];
    await here.remove(question);
    const ofOne = await here.remove(one);
    const ofTwo = await here.remove(two);
    expect(await here.words()).toEqual([]);
    await here.restore(ofOne);
    expect(await here.words()).toEqual(["-", "-/One"]);
    await here.restore(ofTwo);
    expect(await here.words()).toEqual(["-", "-/One", "-/Two"]);
  });

  test("under the place of what it answers, of which the words alone are gone for good", async () => {
    const here = await discussion();
    const question = await here.say("Why?");
    const answer = await here.say("Because", question);
    const ofQuestion = await here.remove(question);
    const ofAnswer = await here.remove(answer);
    await here.app.db.deleteFrom("deletions").where("id", "=", ofQuestion).execute();
    await here.restore(ofAnswer);
    expect(await here.words()).toEqual(["-", "-/Because"]);
  });

  test("at the top, where nothing is left of what it answers", async () => {
    const here = await discussion();
    const question = await here.say("Why?");
    const answer = await here.say("Because", question);
    const more = await here.say("More", answer);
    await here.remove(more);
    const ofAnswer = await here.remove(answer);
    const ofQuestion = await here.remove(question);
    await here.app.db.deleteFrom("deletions").where("id", "=", ofQuestion).execute();
    await here.restore(ofAnswer);
    expect(await here.words()).toEqual(["Because"]);
  });

  test("also deep in a thread of 1,000 levels that had gone with it", THOROUGH_ON_SERVER, async () => {
    const here = await discussion();
    const thread: Comment[] = [];
    for (let level = 0; level < 1000; level += 1) thread.push(await here.say(`${level}`, thread.at(-1)));
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

describe("who may restore a comment", () => {
  test("is its author or an admin, while its reading is there", async () => {
    const here = await discussion();
    const { app, bob, grace, readingId } = here;
    const deletion = await here.remove(await here.say("Good"));
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

test("the ledger tells under its reading that a comment was deleted and restored", async () => {
  const here = await discussion();
  const comment = await here.say("Good");
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

test("the list of what was deleted says how a comment begins, and what it is about", async () => {
  const here = await discussion();
  const comment = await here.say(`Good ${"and long ".repeat(20)}`);
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

test("a reading with thousands of comments is gone at once, and comes back as it was while they are still leaving", async () => {
  const here = await team();
  const { app, ada, bob } = here;
  const reading = await aReading(here);
  const ids = Array.from({ length: 1300 }, () => randomUUID());
  const at = app.now().toISOString();
  for (let start = 0; start < ids.length; start += 100)
    await app.db
      .insertInto("comments")
      .values(
        ids.slice(start, start + 100).map((id, index) => ({
          id,
          readingId: reading.id,
          parentId: ids[start + index - 7] ?? null,
          content: `Comment ${start + index}`,
          userId: bob.id,
          createdAt: at,
          updatedAt: at,
          deletedAt: null,
        })),
      )
      .execute();
  const before = await stateOf(here);
  const moved = watchPortions(app);
  const { deletionId, removedComments } = await removeReading(app, ada, { id: reading.id });
  expect(removedComments).toBe(1300);
  expect(await app.db.selectFrom("readings").select("id").execute()).toEqual([]);
  await restoreDeletion(app, ada, { id: deletionId });
  await app.moves.ended();
  expect(await stateOf(here)).toEqual(before);

  const again = await removeReading(app, ada, { id: reading.id });
  await app.moves.ended();
  expect(await app.db.selectFrom("comments").select("id").execute()).toEqual([]);
  await restoreDeletion(app, ada, { id: again.deletionId });
  // A comment may be written while others are still coming back.
  const { id } = await say(here, ada, reading.id, "First again");
  await app.moves.ended();
  await app.db.deleteFrom("comments").where("id", "=", id).execute();
  expect(await stateOf(here)).toEqual(before);
  expect(Math.max(...moved())).toBeLessThanOrEqual(510);
}, 60_000);
