import { describe, expect, test } from "vitest";

import { removeComment } from "#server/features/comments/comments.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { deleteUser, editUser } from "#server/features/users/account-state.service.ts";
import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { assistantClient, tokenOf } from "#tests/support/assistant-client.ts";
import { follow } from "#tests/support/following.ts";
import { watchLive } from "#tests/support/live-stream.ts";
import { buildPerson, PASSWORD, type Person } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const DISABLED = "This account is disabled. Ask an administrator to enable it again.";

/** A server with an admin and a user with every kind of credential. */
async function team() {
  const { app, origin } = await testServer();
  const grace = await buildPerson(app, "grace", "admin");
  const ada = await buildPerson(app, "ada");
  const call = (who: Person | null, method: string, path: string, body?: unknown) =>
    restClient(origin).call(method, path, body, who ? { cookie: who.cookie } : {});
  const logIn = (username: string, password: string) =>
    call(null, "POST", "/api/login", { username, password });
  const edit = (user: Person, body: object) => call(grace, "PATCH", `/api/users/${user.user.id}`, body);
  return { app, origin, grace, ada, call, logIn, edit };
}

/** All of a person's credentials except the password. */
async function waysIn({ app, origin, ada }: Awaited<ReturnType<typeof team>>) {
  const { token } = await tokenOf(app, ada, "write");
  const { atomUrl } = await follow(app, ada, "news");
  const reset = await createOneTimeLink(app, "reset", { userId: ada.user.id });
  const invite = await createOneTimeLink(app, "invite", { createdBy: ada.user.id });
  const statusOf = async (path: string, headers: Record<string, string>) =>
    (await restClient(origin).call("GET", path, undefined, headers)).status;
  const isGood = async (url: string) =>
    (
      await restClient(origin).call(
        "GET",
        `/api/auth/entry?token=${[...new URL(url).searchParams.values()][0]}`,
      )
    ).body.link.isValid;
  return async () => [
    await statusOf("/api/user", { cookie: ada.cookie }),
    await statusOf("/api/user", { authorization: `Bearer ${token}` }),
    (await fetch(atomUrl)).status,
    await isGood(reset.url),
    await isGood(invite.url),
  ];
}

const OPEN = [200, 200, 200, true, true];
const SHUT = [401, 401, 404, false, false];

describe("S6, N3, K2: a disabled account", () => {
  test("is signed out at once, by session, token, feed and link; enabled again, it can only sign in", async () => {
    const people = await team();
    const ways = await waysIn(people);
    expect(await ways()).toEqual(OPEN);
    const { status, body } = await people.edit(people.ada, { disabled: true });
    expect([status, body.disabledAt]).toEqual([200, "2026-11-21T10:00:00.000Z"]);
    expect(await ways()).toEqual(SHUT);
    expect((await people.edit(people.ada, { disabled: false })).body.disabledAt).toBeNull();
    expect(await ways()).toEqual(SHUT);
    expect((await people.logIn("ada", PASSWORD)).status).toBe(200);
  });

  test("A1: is reported only with the right password", async () => {
    const { ada, logIn, edit } = await team();
    await edit(ada, { disabled: true });
    expect(await logIn("ada", PASSWORD)).toMatchObject({ status: 403, body: { message: DISABLED } });
    const [wrong, unknown] = [await logIn("ada", "wrong-pass"), await logIn("nobody", "wrong-pass")];
    expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
    expect(wrong.body.message).toBe("Invalid username or password");
  });

  test("retains its name on its content", async () => {
    const { app, grace, ada, call, edit } = await team();
    await addTool(app, ada.user, newToolSchema.parse({ name: "Whisper" }));
    await edit(ada, { disabled: true });
    const { body } = await call(grace, "GET", "/api/events?after=0");
    expect(body.events[0].actor.username).toBe("ada");
  });

  test("gets no password link and no token", async () => {
    const { app, grace, ada, call, edit } = await team();
    await edit(ada, { disabled: true });
    const link = await call(grace, "POST", `/api/users/${ada.user.id}/reset-link`);
    expect(link).toMatchObject({
      status: 400,
      body: { message: "This account is disabled. Enable it first." },
    });
    await expect(tokenOf(app, ada)).rejects.toThrow("This account is disabled");
  });

  test("no longer counts as an admin; the last one that can sign in stays", async () => {
    const { grace, ada, call, edit, app } = await team();
    await edit(ada, { role: "admin" });
    await edit(ada, { disabled: true });
    expect(await edit(grace, { role: "user" })).toMatchObject({
      status: 409,
      body: { message: "You can't demote the last admin. Make someone else an admin first." },
    });
    const bob = await buildPerson(app, "bob", "admin");
    const byBob = (method: string, body?: object) => call(bob, method, `/api/users/${grace.user.id}`, body);
    expect((await byBob("PATCH", { disabled: true })).status).toBe(200);
    for (const action of [
      () => editUser(app, null, { id: bob.user.id, disabled: true }),
      () => deleteUser(app, null, { id: bob.user.id }),
    ])
      await expect(action()).rejects.toMatchObject({ code: "CONFLICT" });
    expect((await call(bob, "DELETE", `/api/users/${bob.user.id}`)).body.message).toBe(
      "You can't delete your own account. Ask another administrator to do it.",
    );
  });
});

describe("S6, N3, K2: a deleted account", () => {
  /** A reading with the person's comments, vote and star. */
  async function written() {
    const people = await team();
    const { grace, ada, call } = people;
    await call(ada, "PATCH", "/api/user", { firstName: "Ada", lastName: "Lovelace" });
    const reading = (await call(ada, "POST", "/api/readings", { title: "Emma", author: "Jane Austen" })).body;
    const tool = (await call(ada, "POST", "/api/ai-tools", { name: "Whisper" })).body;
    const path = `/api/readings/${reading.id}/comments`;
    const comment = (await call(ada, "POST", path, { content: "Zebras" })).body;
    await call(grace, "POST", path, { content: "Indeed", parentId: comment.id });
    await call(ada, "PUT", `/api/ai-tools/${tool.id}/vote`, { ring: "adopt", note: "Hears well" });
    const thread = async () => (await call(grace, "GET", path)).body;
    return { ...people, reading, tool, comment, thread };
  }

  test("is signed out at once, and its content stays by a former member without name or address", async () => {
    const people = await written();
    const ways = await waysIn(people);
    const { grace, ada, call, thread, comment } = people;
    expect((await call(grace, "DELETE", `/api/users/${ada.user.id}`)).status).toBe(204);
    expect(await ways()).toEqual(SHUT);
    expect((await people.logIn("ada", PASSWORD)).body.message).toBe("Invalid username or password");
    const [first] = await thread();
    expect(first).toMatchObject({ id: comment.id, content: "Zebras" });
    expect(first.user).toEqual({
      id: ada.user.id,
      username: expect.stringMatching(/^former-member-[0-9a-f]{8}$/u),
      displayName: "Former member",
      firstName: null,
      lastName: null,
      email: null,
    });
    const { body } = await call(grace, "GET", "/api/users");
    expect(body.map(({ username }: { username: string }) => username)).toEqual(["grace"]);
  });

  test("is named in no API reply except the account log", async () => {
    const { origin, app, grace, ada, call, reading, tool } = await written();
    // Each path is read before the change, so that the server's caches are tested too.
    const stream = await watchLive(origin, grace);
    await stream.next();
    const paths = [
      "/api/events?after=0",
      "/api/activity",
      "/api/users",
      "/api/readings",
      `/api/readings/${reading.id}/comments`,
      `/api/readings/${reading.id}/versions`,
      `/api/ai-tools/${tool.id}/versions`,
      `/api/ai-tools/${tool.id}/verdict`,
      "/api/ai-tools/export/json",
      "/api/search?q=zebras",
      "/api/search?q=hears",
    ];
    for (const path of paths) await call(grace, "GET", path);
    await call(grace, "DELETE", `/api/users/${ada.user.id}`);
    for (const path of paths) {
      const { status, body } = await call(grace, "GET", path);
      expect([path, status === 404, /\bada\b|Lovelace/iu.exec(JSON.stringify(body))?.[0]]).toEqual([
        path,
        false,
        undefined,
      ]);
    }
    const again = await watchLive(origin, grace, { after: 0 });
    expect(JSON.stringify(await again.next())).not.toMatch(/\bada\b|Lovelace/iu);
    const { body } = await call(grace, "GET", "/api/users/events");
    expect(body[0]).toMatchObject({ actor: "grace", username: "ada", action: "deleted" });
    expect(
      await app.db.selectFrom("cursors").select("name").where("userId", "=", ada.user.id).execute(),
    ).toEqual([]);
  });

  test("has a username that remains reserved", async () => {
    const { grace, ada, call } = await team();
    await call(grace, "DELETE", `/api/users/${ada.user.id}`);
    for (const username of ["ada", "ADA", "ａｄａ"]) {
      const reply = await call(null, "POST", "/api/register", { username, password: PASSWORD });
      expect([username, reply.status, reply.body.message]).toEqual([
        username,
        409,
        "This username belonged to another account. Choose another.",
      ]);
    }
  });

  test("appears as “Former member” on restored comments", async () => {
    const { app, grace, ada, call, thread, comment } = await written();
    await removeComment(app, ada.user, { id: comment.id });
    await call(grace, "DELETE", `/api/users/${ada.user.id}`);
    const { body } = await call(grace, "GET", "/api/deletions");
    expect((await call(grace, "POST", `/api/deletions/${body[0].id}/restore`)).status).toBe(200);
    expect((await thread())[0]).toMatchObject({ content: "Zebras", user: { displayName: "Former member" } });
  });
});

describe("a username", () => {
  test("is changed by an admin, signs in, and the former one stays reserved", async () => {
    const { grace, ada, call, logIn, edit } = await team();
    expect((await edit(ada, { username: "ada.l" })).body).toMatchObject({
      username: "ada.l",
      id: ada.user.id,
    });
    expect((await call(ada, "GET", "/api/user")).body.username).toBe("ada.l");
    expect([(await logIn("ada.l", PASSWORD)).status, (await logIn("ada", PASSWORD)).status]).toEqual([
      200, 401,
    ]);
    const taken = [
      await call(null, "POST", "/api/register", { username: "Ada", password: PASSWORD }),
      await edit(grace, { username: "ada" }),
      await edit(grace, { username: "ADA.L" }),
    ];
    const reserved = "This username belonged to another account. Choose another.";
    expect(taken.map(({ status, body }) => [status, body.message])).toEqual([
      [409, reserved],
      [409, reserved],
      [409, "Username already exists"],
    ]);
    expect((await edit(ada, { username: "Ada" })).body.username).toBe("Ada");
    const { body } = await call(grace, "GET", "/api/users/events");
    expect(
      body.map(({ action, username, detail }: Record<string, string>) => [action, username, detail]),
    ).toEqual(
      expect.arrayContaining([
        ["renamed", "ada", "ada.l"],
        ["renamed", "ada.l", "Ada"],
      ]),
    );
  });

  test.each([{ email: "a@b.example" }, { role: "admin", password: "x" }, { id: "other", isAdmin: true }, {}])(
    "PATCH /api/users/{id} refuses %j by name, and changes nothing",
    async (body) => {
      const { ada, edit, app } = await team();
      const before = await app.db.selectFrom("users").selectAll().execute();
      const reply = await edit(ada, body);
      expect(reply.status).toBe(400);
      expect(reply.body.message).toMatch(/\b(?:email|password|isAdmin)\b|^Send role/u);
      expect(await app.db.selectFrom("users").selectAll().execute()).toEqual(before);
    },
  );
});

test("an admin sees and revokes another person's tokens and feeds", async () => {
  const people = await team();
  const { grace, ada, call } = people;
  const ways = await waysIn(people);
  const of = `/api/users/${ada.user.id}`;
  const [token] = (await call(grace, "GET", `${of}/tokens`)).body;
  const [feed] = (await call(grace, "GET", `${of}/feeds`)).body;
  expect([token.name, feed.title]).toEqual(["Assistant", "All news"]);
  expect(JSON.stringify([token, feed])).not.toMatch(/hash/u);
  for (const path of [`${of}/tokens/${token.id}`, `${of}/feeds/${feed.id}`]) {
    expect((await call(ada, "DELETE", path)).status).toBe(403);
    expect((await call(grace, "DELETE", path)).status).toBe(204);
    expect((await call(grace, "DELETE", path)).status).toBe(404);
  }
  expect(await ways()).toEqual([200, 401, 404, true, true]);
  const { body } = await call(grace, "GET", "/api/users/events");
  expect(body.map(({ action }: { action: string }) => action).toSorted()).toEqual([
    "feed-stopped",
    "token-revoked",
  ]);
});

describe("K2, N3, S6: a new password", () => {
  test("through a link revokes sessions, tokens and feeds", async () => {
    const people = await team();
    const ways = await waysIn(people);
    const { url } = await createOneTimeLink(people.app, "reset", { userId: people.ada.user.id });
    const token = new URL(url).searchParams.get("reset");
    const reply = await restClient(people.origin).call("POST", "/api/auth/reset-password", {
      token,
      password: "new-secret",
    });
    expect(reply.status).toBe(200);
    expect((await ways()).slice(0, 3)).toEqual([401, 401, 404]);
    const { body } = await people.call(people.grace, "GET", "/api/users/events");
    expect(body[0]).toMatchObject({ actor: "ada", action: "password-reset" });
  });

  test.each([
    [true, [200, 401, 404]],
    [false, [200, 200, 200]],
  ])("by its owner revokes tokens and feeds if asked to (%j)", async (alsoRevoke, expected) => {
    const people = await team();
    const ways = await waysIn(people);
    const change = { currentPassword: PASSWORD, newPassword: "new-secret", alsoRevoke };
    expect((await people.call(people.ada, "POST", "/api/user/password", change)).status).toBe(200);
    expect((await ways()).slice(0, 3)).toEqual(expected);
  });
});

test("K2, M7: an assistant of a disabled account gets no more notifications", async () => {
  const { app, origin, grace, ada, call, edit } = await team();
  const client = await assistantClient(origin, (await tokenOf(app, ada)).token);
  let heard = 0;
  client.setNotificationHandler("notifications/prompts/list_changed", () => {
    heard += 1;
  });
  const subscription = await client.listen({ promptsListChanged: true });
  const addPrompt = (name: string) => call(grace, "POST", "/api/prompts", { name, prompt: "Sing" });
  await addPrompt("First");
  await expect.poll(() => heard).toBe(1);
  await edit(ada, { disabled: true });
  await addPrompt("Second");
  await subscription.closed.catch(() => {});
  expect(heard).toBe(1);
});
