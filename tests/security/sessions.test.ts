import { describe, expect, test } from "vitest";

import { startSession } from "#server/features/users/sessions.service.ts";
import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { tokenOf } from "#tests/support/one-time-links.ts";
import { buildPerson, PASSWORD } from "#tests/support/people.ts";
import { withAda } from "#tests/support/program.ts";
import { type Reply, restClient, signedIn, signedUp } from "#tests/support/rest-client.ts";
import { signedUpAdmin, type TestApp, testServer } from "#tests/support/test-app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const LOGIN = { username: "ada", password: PASSWORD };

const sessionRows = (app: TestApp) => app.db.selectFrom("session").selectAll().execute();
/** The status of a request with exactly this Cookie header. */
const statusFor = async (origin: string, cookie: string): Promise<number> =>
  (await restClient(origin).call("GET", "/api/user", undefined, { cookie })).status;

describe("S1: signing in or up starts a new session and ends the cookie's session", () => {
  test.each([
    ["/api/login", LOGIN, 200],
    ["/api/register", { username: "grace", password: PASSWORD }, 201],
  ])("%s", async (path, body, status) => {
    const { app, origin } = await testServer();
    const client = await signedUp(origin, "ada");
    const before = client.cookie();
    expect((await client.call("POST", path, body)).status).toBe(status);
    expect(client.cookie()).not.toBe(before);
    expect(await statusFor(origin, before)).toBe(401);
    expect(await statusFor(origin, client.cookie())).toBe(200);
    expect(await sessionRows(app)).toHaveLength(1);
  });

  test("a session id chosen by another person is never used", async () => {
    const { app, origin } = await testServer();
    await buildPerson(app, "ada");
    const chosen = `${app.cookieNames.current}=${"a".repeat(40)}`;
    const reply = await restClient(origin).call("POST", "/api/login", LOGIN, { cookie: chosen });
    expect(reply.headers.get("set-cookie")).toMatch(/^stackloop-[0-9a-f]{8}=[a-z0-9]{40};/u);
    expect(reply.headers.get("set-cookie")).not.toContain(chosen);
    expect(await statusFor(origin, chosen)).toBe(401);
  });
});

test.each(["/api/logout", "/api/auth/logout", "/trpc/auth.logout"])(
  "S2: %s ends the session, and works without one",
  async (path) => {
    const { app, origin } = await testServer();
    const client = await signedUp(origin, "ada");
    const cookie = client.cookie();
    const headers = { "content-type": "application/json" };
    const reply = await client.call("POST", path, undefined, headers);
    expect(reply.status).toBe(200);
    expect(reply.headers.get("set-cookie")).toMatch(/^stackloop-[0-9a-f]{8}=; .*Max-Age=0/u);
    expect(await statusFor(origin, cookie)).toBe(401);
    expect(await sessionRows(app)).toHaveLength(0);
    for (const again of [cookie, ""]) {
      const { status } = await restClient(origin).call("POST", path, undefined, {
        ...headers,
        cookie: again,
      });
      expect(status).toBe(200);
    }
  },
);

/** All cookies of a reply except the time of the last write, which only a shared database sets. */
const sessionCookies = ({ headers }: Reply) =>
  headers.getSetCookie().filter((cookie) => !cookie.startsWith("lastWrite="));

test("S3: scripts, other sites and other hosts can't use the cookie", async () => {
  const plain = await testServer();
  const reply = await restClient(plain.origin).call("POST", "/api/register", LOGIN);
  expect(sessionCookies(reply)).toEqual([
    expect.stringMatching(/^stackloop-[0-9a-f]{8}=[^;]{20,}; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax$/u),
  ]);
  const https = await testServer({ PUBLIC_URL: "https://127.0.0.1" });
  const secure = await restClient(https.origin).call("POST", "/api/register", LOGIN);
  expect(sessionCookies(secure)).toEqual([
    expect.stringMatching(
      /^__Host-stackloop-[0-9a-f]{8}=[^;]{20,}; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax; Secure$/u,
    ),
  ]);
});

describe("S3: a page opened over http while PUBLIC_URL is https", () => {
  const REFUSAL = "Open https://127.0.0.1 to sign in. Over plain http, your browser doesn't stay signed in.";

  test("shows the address at sign-in, sign-up and one-time links, which stay valid", async () => {
    const { app, origin } = await testServer({ PUBLIC_URL: "https://127.0.0.1" });
    const { user } = await buildPerson(app, "ada");
    const token = tokenOf((await createOneTimeLink(app, "reset", { userId: user.id })).url);
    const calls = [
      ["/api/login", LOGIN],
      ["/api/register", { username: "grace", password: PASSWORD }],
      ["/api/auth/reset-password", { token, password: "new-secret" }],
    ] as const;
    const send = (path: string, body: unknown, page: string) =>
      restClient(origin).call("POST", path, body, { origin: page });
    for (const [path, body] of calls) {
      const reply = await send(path, body, origin);
      expect([path, reply.status, reply.body.message]).toEqual([path, 403, REFUSAL]);
      expect(sessionCookies(reply)).toEqual([]);
    }
    expect(await app.db.selectFrom("users").select("username").execute()).toEqual([{ username: "ada" }]);
    const entry = await restClient(origin).call("GET", `/api/auth/entry?token=${token}`);
    expect(entry.body).toMatchObject({
      secureUrl: "https://127.0.0.1",
      link: { kind: "reset", isValid: true },
    });
    app.publicUrl = "https://127.0.0.1";
    for (const [path, body] of calls)
      expect([200, 201]).toContain((await send(path, body, "https://127.0.0.1")).status);
  });

  test("without an https PUBLIC_URL, http works", async () => {
    const { app, origin } = await testServer();
    await buildPerson(app, "ada");
    expect((await restClient(origin).call("POST", "/api/login", LOGIN, { origin })).status).toBe(200);
    expect((await restClient(origin).call("GET", "/api/auth/entry")).body.secureUrl).toBeNull();
  });
});

test("S4: the database contains nothing to sign in with", async () => {
  const { app, origin } = await testServer();
  const ids: string[] = [];
  for (let index = 0; index < 10; index += 1) {
    const client = restClient(origin);
    await client.call("POST", index === 0 ? "/api/register" : "/api/login", LOGIN);
    ids.push(client.session());
  }
  // 40 characters from an alphabet of 36 are more than 200 bits.
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{40}$/u);
  expect(new Set(ids).size).toBe(ids.length);
  const rows = await sessionRows(app);
  expect(rows).toHaveLength(ids.length);
  for (const { sid } of rows) {
    expect(sid).toMatch(/^[\da-f]{64}$/u);
    for (const name of Object.values(app.cookieNames)) {
      expect(await statusFor(origin, `${name}=${sid}`)).toBe(401);
      expect(await statusFor(origin, `${name}=${sid.slice(0, 40)}`)).toBe(401);
    }
  }
  for (const id of ids) expect(JSON.stringify(rows)).not.toContain(id);
});

describe("S5: a session", () => {
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const endIn = (app: TestApp, days: number) =>
    app.db
      .updateTable("session")
      .set({ expire: inDays(days) })
      .execute();

  test("lasts for 30 days, like the cookie", async () => {
    const { app, origin } = await testServer();
    const reply = await restClient(origin).call("POST", "/api/register", LOGIN);
    const seconds = Number(/Max-Age=(\d+)/u.exec(reply.headers.get("set-cookie") ?? "")?.[1]);
    expect(Math.round(seconds / 86_400)).toBe(30);
    const [row] = await sessionRows(app);
    expect(row && row.expire > inDays(29) && row.expire <= inDays(30)).toBe(true);
  });

  test("is extended when used in its second half, and not before", async () => {
    const { app, origin } = await testServer();
    const client = await signedUp(origin, "ada");
    await endIn(app, 16);
    expect((await client.call("GET", "/api/user")).headers.getSetCookie()).toEqual([]);
    expect((await sessionRows(app))[0]?.expire).toMatch(inDays(16).slice(0, 10));
    await endIn(app, 14);
    expect((await client.call("GET", "/api/user")).headers.getSetCookie()).toEqual([
      expect.stringMatching(/^stackloop-/u),
    ]);
    const [row] = await sessionRows(app);
    expect(row && row.expire > inDays(29)).toBe(true);
  });

  test("that has expired is invalid, even if the browser still sends it", async () => {
    const { app, origin } = await testServer();
    const client = await signedUp(origin, "ada");
    const cookie = client.cookie();
    await endIn(app, -1);
    expect(await statusFor(origin, cookie)).toBe(401);
    expect(await statusFor(origin, cookie)).toBe(401);
    expect(await sessionRows(app)).toEqual([]);
  });
});

describe("S6: a session never outlives its rights", () => {
  test("a demotion applies at once; the last admin cannot be demoted", async () => {
    const { app, origin } = await testServer();
    const admin = await signedUpAdmin(app, origin);
    const ada = await signedUp(origin, "ada");
    const { body: adminUser } = await admin.call("GET", "/api/user");
    const { body: adaUser } = await ada.call("GET", "/api/user");
    const last = await admin.call("PATCH", `/api/users/${adminUser.id}`, { role: "user" });
    expect(last.status).toBe(409);
    expect((await admin.call("PATCH", `/api/users/${adaUser.id}`, { role: "admin" })).body.role).toBe(
      "admin",
    );
    expect((await ada.call("PATCH", `/api/users/${adminUser.id}`, { role: "user" })).status).toBe(200);
    expect((await admin.call("GET", "/api/users")).status).toBe(403);
  });

  test("a new password needs the old one and ends the other sessions", async () => {
    const { origin } = await testServer();
    const here = await signedUp(origin, "ada");
    const there = restClient(origin);
    await there.call("POST", "/api/login", { username: "ada", password: "secret-pass" });
    const wrong = await here.call("POST", "/api/user/password", {
      currentPassword: "x",
      newPassword: "better-pass",
    });
    expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: "currentPassword" }] } });
    const right = await here.call("POST", "/api/user/password", {
      currentPassword: "secret-pass",
      newPassword: "better-pass",
    });
    expect(right.status).toBe(200);
    expect((await here.call("GET", "/api/user")).status).toBe(200);
    expect((await there.call("GET", "/api/user")).status).toBe(401);
    const login = { username: "ada", password: "better-pass" };
    expect((await restClient(origin).call("POST", "/api/login", login)).status).toBe(200);
  });

  test("a reset link sets a new password once and ends every session", async () => {
    const { app, origin } = await testServer();
    const admin = await signedUpAdmin(app, origin);
    const ada = await signedUp(origin, "ada");
    const { body: user } = await ada.call("GET", "/api/user");
    const { body: link } = await admin.call("POST", `/api/users/${user.id}/reset-link`);
    const token = tokenOf(link.url);
    const entry = await restClient(origin).call("GET", `/api/auth/entry?token=${token}`);
    expect(entry.body.link).toEqual({ kind: "reset", isValid: true, username: "ada" });
    const reset = await restClient(origin).call("POST", "/api/auth/reset-password", {
      token,
      password: "brand-new",
    });
    expect(reset).toMatchObject({ status: 200, body: { username: "ada" } });
    expect((await ada.call("GET", "/api/user")).status).toBe(401);
    const again = await restClient(origin).call("POST", "/api/auth/reset-password", {
      token,
      password: "third-one",
    });
    expect(again.status).toBe(403);
    expect(
      (await restClient(origin).call("POST", "/api/login", { username: "ada", password: "brand-new" }))
        .status,
    ).toBe(200);
  });
});

test("S6: a demotion in a shell applies to a signed-in person", async () => {
  const stackloop = await withAda();
  await stackloop.run(["user", "create", "grace", "--admin", "--password", "secret-pass"]);
  const { origin } = await stackloop.serve();
  const grace = await signedIn(origin, "grace");
  expect((await grace.call("GET", "/api/users")).status).toBe(200);
  expect((await stackloop.run(["user", "demote", "grace"])).code).toBe(0);
  expect((await grace.call("GET", "/api/users")).status).toBe(403);
  expect((await grace.call("GET", "/api/user")).body.role).toBe("user");
});

describe("S7: a malformed cookie is no session, and no server error", () => {
  const id = "a".repeat(40);
  test.each([
    ["eight kilobytes", `session=${"x".repeat(8000)}`],
    ["an escaped NUL", "session=%00"],
    ["SQL", "session='--"],
    ["a broken escape", "session=%zz"],
    ["no UTF-8", "session=\u00ff\u00fe"],
    ["an id that nobody has", `session=${id}`],
    ["the name twice", `session=${id}; session=${"b".repeat(40)}`],
    ["two hundred cookies", Array.from({ length: 200 }, (_, index) => `c${index}=${id}`).join("; ")],
    ["another name", `__Host-session=${id}`],
    ["nothing but marks", ';;=;"'],
  ])("%s", async (_what, cookies) => {
    const { app, origin } = await testServer();
    await buildPerson(app, "ada");
    // Under the current name and the former one.
    for (const cookie of [cookies, cookies.replaceAll(/\bsession\b/gu, app.cookieNames.current)]) {
      for (const path of ["/api/user", "/trpc/account.me", "/api/ai-tools"]) {
        expect((await restClient(origin).call("GET", path, undefined, { cookie })).status).toBe(401);
      }
      expect((await restClient(origin).call("POST", "/api/login", LOGIN, { cookie })).status).toBe(200);
    }
  });

  test("is found among two hundred others", async () => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "ada");
    const others = Array.from({ length: 200 }, (_, index) => `c${index}=x`).join("; ");
    expect(await statusFor(origin, `${others}; ${cookie}; ${others}`)).toBe(200);
    expect(await statusFor(origin, `session=%zz; ${cookie}`)).toBe(200);
  });
});

describe("S7: two servers on one host", () => {
  /** A browser's cookie handling: one jar for all ports. */
  async function twoServers() {
    const [one, other] = [await testServer(), await testServer()];
    for (const { app } of [one, other]) await buildPerson(app, "ada");
    const jar = new Map<string, string>();
    const call = async (origin: string, method: string, path: string, body?: unknown) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const reply = await restClient(origin).call(method, path, body, { cookie });
      for (const setCookie of sessionCookies(reply)) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/u.exec(setCookie) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return reply;
    };
    return { one, other, jar, call };
  }

  test("don't sign out each other's users, in any order", async () => {
    const { one, other, call } = await twoServers();
    for (const { origin } of [one, other]) await call(origin, "POST", "/api/login", LOGIN);
    for (const { origin } of [one, other, one]) {
      expect((await call(origin, "GET", "/api/user")).status).toBe(200);
      await call(origin, "GET", "/");
    }
    await call(one.origin, "POST", "/api/logout");
    expect((await call(one.origin, "GET", "/api/user")).status).toBe(401);
    expect((await call(other.origin, "GET", "/api/user")).status).toBe(200);
  });

  test.each(["GET /", "GET /api/user", "POST /api/login", "POST /api/logout", "GET /trpc/account.me"])(
    "%s does not change another server's cookie",
    async (request) => {
      const { one, jar, call } = await twoServers();
      const foreign = [
        ["session", "a".repeat(40)],
        ["session.sid", "s%3Aabc"],
        ["stackloop-ffffffff", "b".repeat(40)],
      ] as const;
      for (const [name, value] of foreign) jar.set(name, value);
      const [method = "", path = ""] = request.split(" ");
      await call(one.origin, method, path, method === "POST" ? LOGIN : undefined);
      for (const [name, value] of foreign) expect(jar.get(name)).toBe(value);
    },
  );

  test("a session of an older version continues under the new name, without its old cookie", async () => {
    const { one, other, jar, call } = await twoServers();
    await call(one.origin, "POST", "/api/login", LOGIN);
    const name = one.app.cookieNames.current;
    const id = jar.get(name) ?? "";
    jar.delete(name);
    jar.set("session", id);
    // The other server does not recognise it.
    expect((await call(other.origin, "GET", "/api/user")).status).toBe(401);
    expect((await call(one.origin, "GET", "/api/user")).status).toBe(200);
    expect([...jar]).toEqual([[name, id]]);
    expect((await call(one.origin, "GET", "/api/user")).status).toBe(200);
  });

  test("signing out with the cookie of an older version ends its session", async () => {
    const { one, jar, call } = await twoServers();
    await call(one.origin, "POST", "/api/login", LOGIN);
    const id = [...jar.values()][0] ?? "";
    jar.clear();
    jar.set("session", id);
    await call(one.origin, "POST", "/api/logout");
    expect([...jar]).toEqual([]);
    expect(await statusFor(one.origin, `session=${id}`)).toBe(401);
  });
});

describe("S8: a person has at most fifty sessions", () => {
  const caller = { ip: "127.0.0.1", userAgent: null };
  const cookieOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

  test("and the oldest ends when another starts, even if the clock was set back", async () => {
    const { app, origin } = await testServer();
    const { user } = await buildPerson(app, "grace");
    const other = await buildPerson(app, "ada");
    const cookies: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      app.advance(-60_000);
      cookies.push(cookieOf(await startSession(app, user.id, caller)));
    }
    expect((await sessionRows(app)).filter(({ userId }) => userId === user.id)).toHaveLength(50);
    const statuses = await Promise.all(cookies.map((cookie) => statusFor(origin, cookie)));
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(50).fill(200)]);
    expect(await statusFor(origin, other.cookie)).toBe(200);
  });

  test("even when many start at once", async () => {
    const { app, origin } = await testServer();
    const { user } = await buildPerson(app, "ada");
    for (let index = 0; index < 48; index += 1) await startSession(app, user.id, caller);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => restClient(origin).call("POST", "/api/login", LOGIN)),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await sessionRows(app)).toHaveLength(50);
  });
});
