import { describe, expect, test } from "vitest";

import { buildPerson, PASSWORD } from "#tests/support/people.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const PEOPLE = { ada: "user", bob: "user", grace: "admin" } as const;
type Name = keyof typeof PEOPLE;

/** A server with two signed-in users and an admin. */
async function workspace() {
  const { app, origin } = await testServer();
  const people = {
    ada: await buildPerson(app, "ada"),
    bob: await buildPerson(app, "bob"),
    grace: await buildPerson(app, "grace", "admin"),
  };
  const call = (who: Name, method: string, path: string, body?: unknown): Promise<Reply> =>
    restClient(origin).call(method, path, body, { cookie: people[who].cookie });
  return { app, origin, people, call };
}

const ITEMS = [
  ["/api/ai-tools", { name: "Claude" }, { name: "Claude 2" }],
  ["/api/prompts", { name: "Guide", prompt: "Act" }, { name: "Guide 2" }],
  ["/api/readings", { title: "Emma", author: "Austen" }, { title: "Emma 2" }],
] as const;

/** Server-only fields of an item. */
const FOREIGN = {
  id: "mine",
  userId: "somebody",
  createdAt: "1999-01-01T00:00:00.000Z",
  updatedAt: "1999-01-01T00:00:00.000Z",
  dateUpdated: "1999-01-01T00:00:00.000Z",
};

async function withComment() {
  const room = await workspace();
  const { body: reading } = await room.call("ada", "POST", "/api/readings", {
    title: "Emma",
    author: "Austen",
  });
  const comments = `/api/readings/${reading.id}/comments`;
  const { body: comment } = await room.call("ada", "POST", comments, { content: "Mine" });
  return { ...room, reading, comments, comment };
}

describe("Z3: a comment belongs to its author", () => {
  test("nobody else can edit or delete it, not even admins", async () => {
    const { call, comments, comment } = await withComment();
    for (const who of ["bob", "grace"] as const) {
      expect((await call(who, "PUT", `/api/comments/${comment.id}`, { content: "x" })).status).toBe(403);
      expect((await call(who, "DELETE", `/api/comments/${comment.id}`)).status).toBe(403);
    }
    expect((await call("ada", "GET", comments)).body).toEqual([comment]);
    expect((await call("ada", "PUT", "/api/comments/missing", { content: "x" })).status).toBe(404);
    expect((await call("ada", "DELETE", "/api/comments/missing")).status).toBe(404);
  });

  test("and its author can't be changed", async () => {
    const { call, people, comments, comment } = await withComment();
    const body = { content: "Still mine", userId: people.bob.user.id, user: people.bob.user };
    await call("ada", "PUT", `/api/comments/${comment.id}`, body);
    await call("ada", "POST", comments, { ...body, content: "Mine too" });
    const { body: list } = await call("bob", "GET", comments);
    expect(list.map(({ userId }: { userId: string }) => userId)).toEqual([
      people.ada.user.id,
      people.ada.user.id,
    ]);
  });
});

describe("Z4: everyone edits the team's items, and their owners stay the same", () => {
  test.each(ITEMS)("%s", async (path, item, edit) => {
    const { app, call, people } = await workspace();
    const { body: added } = await call("ada", "POST", path, item);
    const edited = await call("bob", "PUT", `${path}/${added.id}`, edit);
    expect(edited).toMatchObject({ status: 200, body: { ...edit, userId: people.ada.user.id } });
    expect((await call("bob", "DELETE", `${path}/${added.id}`)).status).toBe(204);
    const events = await app.db.selectFrom("events").select(["verb", "actorId"]).orderBy("seq").execute();
    expect(events).toEqual([
      { verb: "added", actorId: people.ada.user.id },
      { verb: "edited", actorId: people.bob.user.id },
      { verb: "deleted", actorId: people.bob.user.id },
    ]);
  });
});

describe("Z3, Z4: a deleted item", () => {
  test.each(ITEMS)(
    "of %s is restored by the person who deleted it or an admin, with the same owner",
    async (path, item) => {
      const { call, people } = await workspace();
      const { body: added } = await call("ada", "POST", path, item);
      for (const who of ["bob", "grace"] as const) {
        await call("bob", "DELETE", `${path}/${added.id}`);
        const { body: list } = await call("grace", "GET", "/api/deletions");
        const restore = (name: Name) => call(name, "POST", `/api/deletions/${list[0].id}/restore`);
        expect((await restore("ada")).status).toBe(403);
        expect(await restore(who)).toMatchObject({ status: 200, body: { itemId: added.id } });
        expect((await restore(who)).status).toBe(404);
        const { body: back } = await call("ada", "GET", `${path}/${added.id}`);
        expect(back).toEqual({ ...added, userId: people.ada.user.id });
      }
    },
  );

  test("of a discussion is restored by its author or an admin, with its text", async () => {
    const { call, comments, comment } = await withComment();
    for (const who of ["ada", "grace"] as const) {
      await call("ada", "DELETE", `/api/comments/${comment.id}`);
      const { body: list } = await call("grace", "GET", "/api/deletions");
      const restore = (name: Name) => call(name, "POST", `/api/deletions/${list[0].id}/restore`);
      expect((await restore("bob")).status).toBe(403);
      expect((await restore(who)).status).toBe(200);
      expect((await call("bob", "GET", comments)).body).toEqual([comment]);
    }
  });

  test("is listed and permanently deleted only by admins", async () => {
    const { call, comment } = await withComment();
    await call("ada", "DELETE", `/api/comments/${comment.id}`);
    const { body: list } = await call("grace", "GET", "/api/deletions");
    const path = `/api/deletions/${list[0].id}`;
    expect((await call("ada", "GET", "/api/deletions")).status).toBe(403);
    expect((await call("ada", "DELETE", path)).status).toBe(403);
    expect((await call("grace", "DELETE", path)).status).toBe(204);
    expect((await call("ada", "POST", `${path}/restore`)).status).toBe(404);
  });
});

test("Z4: an import is undone only by the person who ran it, not even by an admin", async () => {
  const { call } = await workspace();
  const { body } = await call("ada", "POST", "/api/ai-tools/import", { rows: [{ name: "Claude" }] });
  const undo = (who: Name) => call(who, "POST", `/api/imports/${body.importId}/undo`);
  expect((await undo("bob")).status).toBe(404);
  expect((await undo("grace")).status).toBe(404);
  expect(await undo("ada")).toMatchObject({ status: 200, body: { deleted: 1, restored: 0, kept: 0 } });
  expect((await undo("ada")).status).toBe(409);
});

describe("Z5: server-only fields in a body are ignored", () => {
  test.each(ITEMS)("%s", async (path, item, edit) => {
    const { call, people } = await workspace();
    const { body: added } = await call("ada", "POST", path, { ...item, ...FOREIGN });
    expect(added.userId).toBe(people.ada.user.id);
    const { body: edited } = await call("bob", "PUT", `${path}/${added.id}`, { ...edit, ...FOREIGN });
    for (const [field, value] of Object.entries(FOREIGN)) {
      expect([field, added[field]]).not.toEqual([field, value]);
      expect([field, edited[field]]).not.toEqual([field, value]);
    }
    expect([edited.id, edited.userId]).toEqual([added.id, people.ada.user.id]);
    expect((await call("bob", "GET", `${path}/mine`)).status).toBe(404);
  });

  test("and nobody can make themselves an admin", async () => {
    const { call, people } = await workspace();
    const withUnknown = { firstName: "Ada", role: "admin", isAdmin: true, id: "x" };
    expect((await call("ada", "PATCH", "/api/user", withUnknown)).status).toBe(400);
    await call("ada", "PATCH", "/api/user", { firstName: "Ada", role: "admin", id: "x" });
    expect((await call("ada", "GET", "/api/user")).body).toMatchObject({
      role: "user",
      id: people.ada.user.id,
    });
    const promotion = await call("ada", "PATCH", `/api/users/${people.ada.user.id}`, { role: "admin" });
    expect(promotion.status).toBe(403);
  });
});

test("Z6: a reply has a parent in the same discussion, even if the body names another", async () => {
  const { call, reading, comments, comment } = await withComment();
  const { body: other } = await call("bob", "POST", "/api/readings", {
    title: "Persuasion",
    author: "Austen",
  });
  const elsewhere = `/api/readings/${other.id}/comments`;
  const reply = (parentId: unknown) =>
    call("bob", "POST", elsewhere, { content: "Reply", parentId, readingId: reading.id });
  for (const parentId of [comment.id, "missing", 7, "", []]) {
    expect([parentId, (await reply(parentId)).status]).toEqual([parentId, 400]);
  }
  expect((await reply(null)).body).toMatchObject({ readingId: other.id, parentId: null });
  expect((await call("bob", "GET", comments)).body).toEqual([comment]);
});

test("Z7: no reply contains a password, a hash, a session or another person's link", async () => {
  const { call, people, comments, reading } = await withComment();
  const { body: link } = await call("grace", "POST", `/api/users/${people.ada.user.id}/reset-link`);
  const token = new URL(link.url).searchParams.get("reset") ?? "";
  const secrets = [PASSWORD, token, ...Object.values(people).map(({ cookie }) => cookie.split("=")[1] ?? "")];
  const paths = ["/api/user", "/api/user/sessions", "/api/readings", `/api/readings/${reading.id}`, comments];
  for (const path of [
    ...paths,
    "/api/users",
    "/api/ai-tools",
    "/api/prompts",
    "/api/news",
    "/api/research/papers",
  ]) {
    for (const who of ["ada", "grace"] as const) {
      const { body, headers } = await call(who, "GET", path);
      const text = JSON.stringify([body, [...headers]]);
      expect([
        path,
        /\$argon2|"(?:password|hash|sid|sess|tokenHash|usernameFolded|token)"/u.exec(text),
      ]).toEqual([path, null]);
      for (const secret of secrets) expect([path, text.includes(secret)]).toEqual([path, false]);
    }
  }
  // A person's data that others see in a discussion.
  const { body: list } = await call("bob", "GET", comments);
  expect(JSON.stringify(list)).not.toContain("role");
});

describe("Z9: no spelling of an address bypasses the checks", () => {
  test.each([
    "/api//users",
    "/API/users",
    "/Api/Users",
    "/api/users/",
    "/api/users//",
    "/api/%75sers",
    "/api%2fusers",
    "/api/users;a=b",
    "/api/./users",
    "/api/x/../users",
    "/api/users.json",
    "/api/users%00",
    "/api/users%20",
    "//api/users",
    "/trpc//users.list",
    "/trpc/users.list/",
    "/trpc/users%2elist",
    "/trpc/users%2Flist",
    "/TRPC/users.list",
    "/trpc/account.me,users.list?batch=1",
  ])("%s", async (path) => {
    const { origin, call } = await workspace();
    const asVisitor = await restClient(origin).call("GET", path);
    const asUser = await call("bob", "GET", path);
    const emails = /@example\.com/u;
    expect([400, 401, 404, 405]).toContain(asVisitor.status);
    expect([207, 400, 403, 404, 405]).toContain(asUser.status);
    expect(JSON.stringify(asVisitor.body)).not.toMatch(emails);
    // It may contain the person's own address, and nobody else's.
    expect(JSON.stringify(asUser.body).replaceAll("bob@example.com", "")).not.toMatch(emails);
  });

  test.each(["x-original-url", "x-rewrite-url", "x-forwarded-uri", "x-http-method-override"])(
    "and neither does the header %s",
    async (header) => {
      const { origin } = await workspace();
      for (const path of ["/healthz", "/api/auth/entry"]) {
        const reply = await restClient(origin).call("GET", path, undefined, { [header]: "/api/users" });
        expect(JSON.stringify(reply.body)).not.toContain("@example.com");
      }
    },
  );
});
