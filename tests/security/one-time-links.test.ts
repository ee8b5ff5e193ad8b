import { describe, expect, test } from "vitest";

import { editUser } from "#server/features/users/account-state.service.ts";
import {
  createInviteLink,
  createOneTimeLink,
  createResetLink,
} from "#server/features/users/users.service.ts";
import { watchHashing } from "#tests/support/hashing.ts";
import { tokenOf } from "#tests/support/one-time-links.ts";
import { buildPerson, PASSWORD } from "#tests/support/people.ts";
import { refuseChanges } from "#tests/support/refusing-table.ts";
import { restClient, sortedStatuses } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const WAYS = ["setup by signing up", "setup by signing in", "invite", "reset"] as const;

/** A server with ada, one link, and the call that uses the link in one of its ways. */
async function withLink(way: (typeof WAYS)[number], environment: Record<string, string> = {}) {
  const { app, origin } = await testServer({ SIGNUP: "invite", ...environment });
  const { user: ada } = await buildPerson(app, "ada");
  const kind = way === "invite" || way === "reset" ? way : "setup";
  const { url } = await createOneTimeLink(app, kind, kind === "reset" ? { userId: ada.id } : {});
  const token = tokenOf(url);
  const call = (path: string, body: unknown) => restClient(origin).call("POST", path, body);
  const spend = (username = "grace") =>
    ({
      "setup by signing up": () => call("/api/register", { username, password: PASSWORD, setup: token }),
      "setup by signing in": () => call("/api/login", { username: "ada", password: PASSWORD, setup: token }),
      invite: () => call("/api/register", { username, password: PASSWORD, invite: token }),
      reset: () => call("/api/auth/reset-password", { token, password: "brand-new" }),
    })[way]();
  const isGood = async () =>
    (await restClient(origin).call("GET", `/api/auth/entry?token=${token}`)).body.link.isValid;
  return { app, origin, ada, token, call, spend, isGood };
}

describe.each(WAYS)("A10: a one-time link (%s)", (way) => {
  test("works once", async () => {
    const { call, spend } = await withLink(way);
    const { status, body } = await spend();
    expect(status).toBeLessThan(300);
    expect(body.role).toBe(way.startsWith("setup") ? "admin" : "user");
    expect((await spend("eve")).status).toBe(403);
    const login = { username: "eve", password: PASSWORD };
    expect((await call("/api/login", login)).status).toBe(401);
  });

  test("works once when used several times at once", async () => {
    const { spend } = await withLink(way);
    const replies = await Promise.all(["a1", "a2", "a3", "a4"].map(spend));
    const statuses = sortedStatuses(replies);
    expect(statuses.slice(1)).toEqual([403, 403, 403]);
    expect(statuses[0]).toBeLessThan(300);
  });

  test("stays valid if the server is too busy to hash a password", async () => {
    const { call, spend, isGood } = await withLink(way);
    const hashing = watchHashing({ held: true, wrong: true });
    const login = { username: "nobody", password: "wrong-one" };
    const flood = Array.from({ length: 60 }, () => call("/api/login", login));
    // A refused call shows that the queue is full.
    expect((await Promise.race(flood)).status).toBe(429);
    expect((await spend()).status).toBe(429);
    expect(await isGood()).toBe(true);
    hashing.release();
    await Promise.all(flood);
    hashing.hashCorrectly();
    expect((await spend()).status).toBeLessThan(300);
  });

  test("stays valid if the account can't be stored", async () => {
    const { app, spend, isGood } = await withLink(way);
    const broken = { table: "users", message: "broken" } as const;
    const allowInsert = await refuseChanges(app, { ...broken, change: "insert" });
    const allowUpdate = await refuseChanges(app, { ...broken, change: "update" });
    expect((await spend()).status).toBe(500);
    expect(await isGood()).toBe(true);
    await allowInsert();
    await allowUpdate();
    expect((await spend()).status).toBeLessThan(300);
  });
});

describe("A10: a one-time link", () => {
  test.each(["setup by signing up", "invite"] as const)(
    "stays valid if the name is taken (%s)",
    async (way) => {
      const { spend, isGood } = await withLink(way);
      expect((await spend("ADA")).status).toBe(409);
      expect(await isGood()).toBe(true);
    },
  );

  test("stays valid if another person takes the name first", async () => {
    const { app, call, token } = await withLink("invite");
    const other = tokenOf((await createOneTimeLink(app, "invite")).url);
    const replies = await Promise.all(
      [token, other].map((invite) =>
        call("/api/register", { username: "grace", password: PASSWORD, invite }),
      ),
    );
    expect(sortedStatuses(replies)).toEqual([201, 409]);
    const links = await app.db.selectFrom("one_time_links").selectAll().execute();
    expect(links).toHaveLength(1);
  });

  test.each(["setup by signing up", "invite", "reset"] as const)(
    "stays valid after too many sign-ups from an address (%s)",
    async (way) => {
      const { call, spend, isGood } = await withLink(way, { RATE_LIMITS: "on" });
      for (let index = 0; index < 30; index += 1) {
        await call("/api/auth/reset-password", { token: "made-up", password: "secret-pass" });
      }
      expect((await spend()).status).toBe(429);
      expect(await isGood()).toBe(true);
    },
  );

  test("that is invalid costs no hash, and does not reveal which names exist", async () => {
    const { call } = await withLink("invite");
    const { begun } = watchHashing();
    const replies = [
      await call("/api/register", { username: "ada", password: "secret-pass", invite: "made-up" }),
      await call("/api/register", { username: "eve", password: "secret-pass", invite: "made-up" }),
      await call("/api/register", { username: "ada", password: "secret-pass" }),
      await call("/api/register", { username: "eve", password: "secret-pass", setup: "made-up" }),
      await call("/api/auth/reset-password", { token: "made-up", password: "secret-pass" }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(replies[0]?.body).toEqual(replies[1]?.body);
    expect(begun).toEqual([]);
  });

  test("of one kind does not work as another", async () => {
    const { call, token, isGood } = await withLink("reset");
    for (const kind of ["setup", "invite"]) {
      const body = { username: "grace", password: "secret-pass", [kind]: token };
      expect((await call("/api/register", body)).status).toBe(403);
    }
    expect(await isGood()).toBe(true);
  });
});

describe("S6: a reset link is invalid", () => {
  const reset = { password: "from-the-link" };

  test("once its person has changed the password", async () => {
    const { app, origin, call, token } = await withLink("reset");
    const { user: grace } = await buildPerson(app, "grace");
    const other = tokenOf((await createResetLink(app, null, { id: grace.id })).url);
    const change = { currentPassword: PASSWORD, newPassword: "better-pass" };
    const signedIn = restClient(origin);
    await signedIn.call("POST", "/api/login", { username: "ada", password: PASSWORD });
    expect((await signedIn.call("POST", "/api/user/password", change)).status).toBe(200);
    expect((await call("/api/auth/reset-password", { ...reset, token })).status).toBe(403);
    expect((await call("/api/login", { username: "ada", password: "better-pass" })).status).toBe(200);
    // Another person's link still works.
    expect((await call("/api/auth/reset-password", { ...reset, token: other })).status).toBe(200);
  });

  test("once there is a newer one, even after that was used", async () => {
    const { app, ada, call, token } = await withLink("reset");
    const newer = tokenOf((await createResetLink(app, null, { id: ada.id })).url);
    expect((await call("/api/auth/reset-password", { ...reset, token })).status).toBe(403);
    expect((await call("/api/auth/reset-password", { ...reset, token: newer })).status).toBe(200);
    expect(await app.db.selectFrom("one_time_links").selectAll().execute()).toEqual([]);
  });

  test("once its person is deleted", async () => {
    const { app, ada, call, token } = await withLink("reset");
    await app.db.deleteFrom("users").where("id", "=", ada.id).execute();
    expect((await call("/api/auth/reset-password", { ...reset, token })).status).toBe(403);
  });

  test("but stays valid if the password does not change", async () => {
    const { origin, isGood } = await withLink("reset");
    const signedIn = restClient(origin);
    await signedIn.call("POST", "/api/login", { username: "ada", password: PASSWORD });
    const change = { currentPassword: "wrong-one", newPassword: "better-pass" };
    expect((await signedIn.call("POST", "/api/user/password", change)).status).toBe(400);
    expect(await isGood()).toBe(true);
  });
});

describe("S6: links created by an administrator", () => {
  async function withAdmins() {
    const { app, origin } = await testServer({ SIGNUP: "invite" });
    const { user: admin } = await buildPerson(app, "admin", "admin");
    const { user: other } = await buildPerson(app, "other", "admin");
    const { user: ada } = await buildPerson(app, "ada");
    const links = {
      invite: tokenOf((await createInviteLink(app, other)).url),
      reset: tokenOf((await createResetLink(app, other, { id: admin.id })).url),
      kept: tokenOf((await createInviteLink(app, admin)).url),
      ofShell: tokenOf((await createResetLink(app, null, { id: ada.id })).url),
    };
    const good = async () => {
      const entries = Object.entries(links).map(async ([name, token]) => {
        const { body } = await restClient(origin).call("GET", `/api/auth/entry?token=${token}`);
        return body.link.isValid ? [name] : [];
      });
      return (await Promise.all(entries)).flat();
    };
    return { app, admin, other, good };
  }

  test("are invalid once that person is no longer an administrator", async () => {
    const { app, other, good } = await withAdmins();
    expect(await good()).toEqual(["invite", "reset", "kept", "ofShell"]);
    await editUser(app, null, { id: other.id, role: "user" });
    expect(await good()).toEqual(["kept", "ofShell"]);
  });

  test("are deleted with the account, by any program", async () => {
    const { app, other, good } = await withAdmins();
    await app.db.deleteFrom("users").where("id", "=", other.id).execute();
    expect(await good()).toEqual(["kept", "ofShell"]);
  });

  test("stay valid after a refused demotion", async () => {
    const { app, admin, other, good } = await withAdmins();
    await editUser(app, null, { id: admin.id, role: "user" });
    await expect(editUser(app, null, { id: other.id, role: "user" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await good()).toEqual(["invite", "reset", "ofShell"]);
  });
});
