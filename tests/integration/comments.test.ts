import { sql } from "kysely";
import { describe, expect, test, vi } from "vitest";

import { addComment, removeComment } from "#server/features/comments/comments.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { buildThread, MAX_INDENTED_LEVEL } from "#shared/comments/comment-thread.ts";
import type { Comment } from "#shared/comments/comments.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";
import { THOROUGH_ON_SERVER } from "#tests/support/thorough.ts";

type Name = "ada" | "bob" | "grace";

interface Room {
  app: TestApp;
  readingId: string;
  otherReadingId: string;
  users: Record<Name, User>;
  call(who: Name, method: string, path: string, body?: unknown): Promise<Reply>;
  say(who: Name, content: string, parentId?: string | null): Promise<Comment>;
  list(query?: string): Promise<Comment[]>;
}

/** A server with two readings, Ada and Bob, and Grace, who is admin. */
async function room(): Promise<Room> {
  const { app, origin } = await testServer();
  const people = {
    ada: await buildPerson(app, "ada"),
    bob: await buildPerson(app, "bob"),
    grace: await buildPerson(app, "grace", "admin"),
  };
  const call: Room["call"] = (who, method, path, body) =>
    restClient(origin).call(method, path, body, { cookie: people[who].cookie });
  const addReading = async (title: string): Promise<string> =>
    (await call("ada", "POST", "/api/readings", { title, author: "Somebody" })).body.id;
  const readingId = await addReading("One");
  return {
    app,
    readingId,
    otherReadingId: await addReading("Other"),
    users: { ada: people.ada.user, bob: people.bob.user, grace: people.grace.user },
    call,
    async say(who, content, parentId) {
      const { status, body } = await call(who, "POST", `/api/readings/${readingId}/comments`, {
        content,
        parentId,
      });
      if (status !== 201) throw new Error(`the comment was refused: ${JSON.stringify(body)}`);
      return body;
    },
    list: async (query = "") =>
      (await call("ada", "GET", `/api/readings/${readingId}/comments${query}`)).body,
  };
}

const contentsOf = (comments: Comment[]) => comments.map(({ content }) => content);

describe("comments over REST", () => {
  test("a comment is returned with its author, without private data", async () => {
    const { app, readingId, users, call } = await room();
    const { status, body } = await call("ada", "POST", `/api/readings/${readingId}/comments`, {
      content: "  First line\n\nsecond <b>line</b>  ",
      parentId: null,
      id: "mine",
      userId: users.bob.id,
      createdAt: "1999-01-01T00:00:00.000Z",
      deletedAt: "1999-01-01T00:00:00.000Z",
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      kind: "reading",
      itemId: readingId,
      readingId,
      parentId: null,
      content: "First line\n\nsecond <b>line</b>",
      userId: users.ada.id,
      createdAt: app.now().toISOString(),
      mentions: [],
      updatedAt: app.now().toISOString(),
      deletedAt: null,
      user: {
        id: users.ada.id,
        username: "ada",
        displayName: null,
        firstName: null,
        lastName: null,
        email: "ada@example.com",
      },
    });
    expect(body.id).not.toBe("mine");
  });

  test("the list is flat and oldest first, even within a millisecond, and has pages", async () => {
    const { app, readingId, say, list, call } = await room();
    const first = await say("ada", "0");
    for (let i = 1; i < 7; i += 1) {
      await say("bob", `${i}`, i % 2 ? first.id : null);
      if (i === 3) app.advance(1000);
    }
    const all = await list();
    expect(contentsOf(all)).toEqual(["0", "1", "2", "3", "4", "5", "6"]);
    expect(all.map(({ parentId }) => parentId === first.id)).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    const seen: Comment[] = [];
    let path: string | undefined = `/api/readings/${readingId}/comments?limit=3`;
    while (path !== undefined) {
      const page = await call("ada", "GET", path);
      seen.push(...page.body);
      path = /<([^>]+)>; rel="next"/u.exec(page.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual(all);
  });

  test.each([
    ["x", "y"],
    ["2.5", ""],
    ["1e300", ""],
    ["0", "\0"],
  ])("an invalid cursor is refused: %j, %j", async (...key) => {
    const { say, list } = await room();
    await say("ada", "One");
    const cursor = Buffer.from(JSON.stringify(key)).toString("base64url");
    expect(await list(`?limit=1&cursor=${cursor}`)).toMatchObject({
      message: "This cursor is invalid. Start again without it.",
    });
  });

  test("concurrent comments do not cause each other to be retried", async () => {
    const { app, readingId, users, say, list } = await room();
    const write = (content: string) => addComment(app, users.bob, { readingId, content, parentId: null });
    await say("ada", "The first");
    // The worst case: PostgreSQL scans a table that it knows to be small, and could conflict with the other writes.
    await sql`analyze`.execute(app.db);
    const clock = vi.spyOn(app, "now");
    await write("The second");
    const looks = clock.mock.calls.length;
    await Promise.all(Array.from({ length: 60 }, (_, number) => write(`One of many ${number}`)));
    expect(await list()).toHaveLength(62);
    expect(clock.mock.calls).toHaveLength(61 * looks);
  });

  test("the path names the reading, not the body", async () => {
    const { readingId, otherReadingId, call, list } = await room();
    const { body } = await call("ada", "POST", `/api/readings/${readingId}/comments`, {
      content: "Here",
      readingId: otherReadingId,
    });
    expect(body.readingId).toBe(readingId);
    expect(await list()).toHaveLength(1);
    const missing = await call("ada", "POST", "/api/readings/nothing/comments", { content: "x", readingId });
    expect(missing.status).toBe(404);
  });

  test("a reply needs an undeleted parent in the same discussion", async () => {
    const { readingId, otherReadingId, call, say, list } = await room();
    const parent = await say("ada", "Parent");
    await say("bob", "Reply", parent.id);
    await call("ada", "DELETE", `/api/comments/${parent.id}`);
    const { body: elsewhere } = await call("ada", "POST", `/api/readings/${otherReadingId}/comments`, {
      content: "Elsewhere",
    });
    for (const parentId of [elsewhere.id, parent.id, "missing", readingId, 5, "", {}]) {
      const reply = await call("bob", "POST", `/api/readings/${readingId}/comments`, {
        content: "x",
        parentId,
      });
      expect([parentId, reply.status]).toEqual([parentId, 400]);
      expect(reply.body.issues[0].path).toBe("parentId");
    }
    expect(await list()).toHaveLength(2);
  });

  test.each([[""], [" \n "], ["a".repeat(10_001)], ["a\u0000b"], ["a\ud800"], [5], [null], [undefined]])(
    "an invalid text is refused, in a new comment and in an edit (%#)",
    async (content) => {
      const { readingId, call, say, list } = await room();
      const comment = await say("ada", "Fine");
      const replies = [
        await call("ada", "POST", `/api/readings/${readingId}/comments`, { content }),
        await call("ada", "PUT", `/api/comments/${comment.id}`, { content }),
      ];
      expect(replies.map(({ status, body }) => [status, body.issues[0].path])).toEqual([
        [400, "content"],
        [400, "content"],
      ]);
      expect(contentsOf(await list())).toEqual(["Fine"]);
    },
  );
});

describe("editing and deleting a comment", () => {
  test("an author changes only the text", async () => {
    const { app, users, otherReadingId, call, say } = await room();
    const comment = await say("ada", "Before");
    app.advance(1000);
    const { status, body } = await call("ada", "PUT", `/api/comments/${comment.id}`, {
      content: "After",
      userId: users.bob.id,
      readingId: otherReadingId,
      parentId: "x",
    });
    expect(status).toBe(200);
    expect(body).toEqual({ ...comment, content: "After", updatedAt: app.now().toISOString() });
  });

  test("a comment without replies is removed", async () => {
    const { call, say, list } = await room();
    await say("bob", "Stays");
    const comment = await say("ada", "Goes");
    expect(await call("ada", "DELETE", `/api/comments/${comment.id}`)).toMatchObject({
      status: 204,
      body: "",
    });
    expect(contentsOf(await list())).toEqual(["Stays"]);
  });

  test("a comment with replies loses only its text, and can't be changed again", async () => {
    const { app, call, say, list } = await room();
    const comment = await say("ada", "Secret");
    await say("bob", "Reply", comment.id);
    app.advance(1000);
    expect((await call("ada", "DELETE", `/api/comments/${comment.id}`)).status).toBe(204);
    const [tombstone, reply] = await list();
    expect(tombstone).toMatchObject({ id: comment.id, content: "", deletedAt: app.now().toISOString() });
    expect(reply).toMatchObject({ content: "Reply", parentId: comment.id, deletedAt: null });
    expect((await call("ada", "PUT", `/api/comments/${comment.id}`, { content: "x" })).status).toBe(404);
    expect((await call("ada", "DELETE", `/api/comments/${comment.id}`)).status).toBe(404);
    expect((await call("bob", "DELETE", `/api/comments/${comment.id}`)).status).toBe(404);
  });

  test("deleting the last reply removes deleted comments that only it needed", async () => {
    const { call, say, list } = await room();
    const top = await say("ada", "Top");
    const kept = await say("ada", "Kept", top.id);
    const middle = await say("bob", "Middle", kept.id);
    const inner = await say("ada", "Inner", middle.id);
    const leaf = await say("bob", "Leaf", inner.id);
    const sibling = await say("bob", "Sibling", kept.id);
    for (const id of [top.id, inner.id]) await call("ada", "DELETE", `/api/comments/${id}`);
    await call("bob", "DELETE", `/api/comments/${middle.id}`);
    expect(contentsOf(await list())).toEqual(["", "Kept", "", "", "Leaf", "Sibling"]);
    await call("bob", "DELETE", `/api/comments/${leaf.id}`);
    expect(contentsOf(await list())).toEqual(["", "Kept", "Sibling"]);
    await call("bob", "DELETE", `/api/comments/${sibling.id}`);
    await call("ada", "DELETE", `/api/comments/${kept.id}`);
    expect(await list()).toEqual([]);
  });
});

describe("large discussions", () => {
  /** Adds comments without requests. Returns them with their expected levels. */
  async function discuss(
    { app, readingId, users }: Room,
    size: number,
    parentOf: (i: number) => number | null,
  ) {
    const added: { id: string; level: number }[] = [];
    for (let i = 0; i < size; i += 1) {
      const index = parentOf(i);
      const parent = index === null ? undefined : added[index];
      const user = i % 3 ? users.ada : users.bob;
      const { id } = await addComment(app, user, {
        readingId,
        parentId: parent?.id ?? null,
        content: `Comment ${i}`,
      });
      added.push({ id, level: (parent?.level ?? 0) + 1 });
    }
    return added;
  }

  test("returns several hundred comments in order, every reply below its parent", async () => {
    const here = await room();
    const random = seededRandom(7);
    // Mostly replies to the latest, so that threads grow deep as well as wide.
    const added = await discuss(here, 500, (i) =>
      i === 0 || random() < 0.05 ? null : i - 1 - Math.floor(random() ** 4 * i),
    );
    const comments = await here.list();
    const thread = buildThread(comments);
    expect(comments.map(({ id }) => id)).toEqual(added.map(({ id }) => id));
    expect(new Map(thread.map(({ comment, level }) => [comment.id, level]))).toEqual(
      new Map(added.map(({ id, level }) => [id, level])),
    );
    expect(Math.max(...added.map(({ level }) => level))).toBeGreaterThan(MAX_INDENTED_LEVEL);
  });

  const chain = (i: number) => (i === 0 ? null : i - 1);

  test(
    "lists a thread of 1,000 levels, and removes it with its last reply when all others are deleted",
    THOROUGH_ON_SERVER,
    async () => {
      const here = await room();
      const added = await discuss(here, 1000, chain);
      expect(buildThread(await here.list()).at(-1)).toMatchObject({
        level: 1000,
        drawnLevel: MAX_INDENTED_LEVEL,
      });
      const remove = (id: string, i: number) =>
        removeComment(here.app, i % 3 ? here.users.ada : here.users.bob, { id });
      for (const [i, { id }] of added.slice(0, -1).entries()) await remove(id, i);
      expect(await here.list()).toHaveLength(1000);
      await remove(added.at(-1)?.id ?? "", 999);
      expect(await here.list()).toEqual([]);
    },
  );

  test("deletes a reading with a thread of 1,000 levels", THOROUGH_ON_SERVER, async () => {
    const here = await room();
    await discuss(here, 1000, chain);
    expect((await here.call("ada", "DELETE", `/api/readings/${here.readingId}`)).status).toBe(204);
    expect(await here.call("ada", "GET", `/api/readings/${here.readingId}/comments`)).toMatchObject({
      status: 404,
    });
    // The reading is deleted with at most 500 comments; the others follow in the background.
    await here.app.pendingWork.idle();
    expect(await here.app.db.selectFrom("comments").select("id").execute()).toEqual([]);
  });
});
