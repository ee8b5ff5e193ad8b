import { describe, expect, test } from "vitest";

import { createOneTimeLink } from "#server/features/users/one-time-links.service.ts";
import { createInviteLink } from "#server/features/users/users.service.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";
import type { TestApp } from "#tests/support/test-app.ts";
import { signedUpAdmin, testServer } from "#tests/support/test-app.ts";

const DAY = 86_400_000;
const tokenOf = (url: string) => new URL(url).search.split("=")[1] ?? "";

async function sessionRows(app: TestApp) {
  return app.db.selectFrom("session").selectAll().execute();
}

describe("signing up", () => {
  test("makes an ordinary user and signs them in, whatever else the body says", async () => {
    const { origin } = await testServer();
    const client = restClient(origin);
    const reply = await client.call("POST", "/api/register", {
      username: "Ada",
      password: "secret-pass",
      firstName: "Ada",
      email: "",
      role: "admin",
      isAdmin: true,
      id: "x",
      createdAt: 0,
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ username: "Ada", firstName: "Ada", email: null, role: "user" });
    expect(reply.body).not.toHaveProperty("password");
    expect((await client.call("GET", "/api/user")).body).toEqual(reply.body);
  });

  test("refuses a name that differs from a taken one in case or form only", async () => {
    const { origin } = await testServer();
    await signedUp(origin, "admin");
    for (const username of ["Admin", "admin ", "ａｄｍｉｎ"]) {
      const reply = await restClient(origin).call("POST", "/api/register", {
        username,
        password: "secret-pass",
      });
      expect(reply).toMatchObject({ status: 409, body: { message: "Username already exists" } });
    }
  });

  test.each([
    [{ username: "adm\u200bin", password: "secret-pass" }, "username"],
    [{ username: "\u202eadmin", password: "secret-pass" }, "username"],
    [{ username: "admin\u0000", password: "secret-pass" }, "username"],
    [{ username: "", password: "secret-pass" }, "username"],
    [{ username: "ada", password: "12345" }, "password"],
    [{ username: "ada", password: "a".repeat(2_000) }, "password"],
    [{ username: "ada", password: "secret-pass", email: "nowhere" }, "email"],
    [{ username: { $ne: null }, password: ["x"] }, "username"],
  ])("refuses bad input at its field (%#: $1)", async (body, field) => {
    const { origin } = await testServer();
    const reply = await restClient(origin).call("POST", "/api/register", body);
    expect(reply.status).toBe(400);
    expect(reply.body.issues[0].path).toBe(field);
  });

  test("accepts long passwords and compares all of them", async () => {
    const { origin } = await testServer();
    const long = "a".repeat(200);
    await signedUp(origin, "ada", `${long}X`);
    const wrong = await restClient(origin).call("POST", "/api/login", {
      username: "ada",
      password: `${long}Y`,
    });
    const right = await restClient(origin).call("POST", "/api/login", {
      username: "ada",
      password: `${long}X`,
    });
    expect([wrong.status, right.status]).toEqual([401, 200]);
  });

  test("is refused where it is closed, and needs an unused invite where that is asked", async () => {
    const closed = await testServer({ SIGNUP: "closed" });
    const body = { username: "ada", password: "secret-pass" };
    expect((await restClient(closed.origin).call("POST", "/api/register", body)).status).toBe(403);

    const { app, origin } = await testServer({ SIGNUP: "invite" });
    expect((await restClient(origin).call("POST", "/api/register", body)).status).toBe(403);
    const admin = await signedUpAdmin(app, origin);
    const link = await admin.call("POST", "/api/invites");
    expect(link.status).toBe(201);
    const invite = tokenOf(link.body.url);
    const taken = { username: "admin", password: "secret-pass", invite };
    expect((await restClient(origin).call("POST", "/api/register", taken)).status).toBe(409);
    expect((await restClient(origin).call("POST", "/api/register", { ...body, invite })).status).toBe(201);
    const again = { username: "bob", password: "secret-pass", invite };
    expect((await restClient(origin).call("POST", "/api/register", again)).status).toBe(403);
  });

  test("an invite that is a week old is no longer good", async () => {
    const { app, origin } = await testServer({ SIGNUP: "invite" });
    const admin = await signedUpAdmin(app, origin);
    const { body: me } = await admin.call("GET", "/api/user");
    const { url } = await createInviteLink(app, me);
    app.advance(7 * DAY + 1);
    const reply = await restClient(origin).call("POST", "/api/register", {
      username: "ada",
      password: "secret-pass",
      invite: tokenOf(url),
    });
    expect(reply.status).toBe(403);
  });
});

describe("the first admin", () => {
  test("is who registers through the one-time link, once", async () => {
    const { app, origin } = await testServer();
    const setup = tokenOf((await createOneTimeLink(app, "setup")).url);
    const first = await restClient(origin).call("POST", "/api/register", {
      username: "ada",
      password: "secret-pass",
      setup,
    });
    expect(first.body.role).toBe("admin");
    const second = await restClient(origin).call("POST", "/api/register", {
      username: "eve",
      password: "secret-pass",
      setup,
    });
    expect(second.status).toBe(403);
    expect(
      (await restClient(origin).call("POST", "/api/login", { username: "eve", password: "secret-pass" }))
        .status,
    ).toBe(401);
  });

  test("may be somebody with an account who signs in through the link", async () => {
    const { app, origin } = await testServer();
    await signedUp(origin, "ada");
    const setup = tokenOf((await createOneTimeLink(app, "setup")).url);
    const client = restClient(origin);
    const reply = await client.call("POST", "/api/login", {
      username: "ada",
      password: "secret-pass",
      setup,
    });
    expect(reply.body.role).toBe("admin");
    expect((await client.call("GET", "/api/users")).status).toBe(200);
  });

  test("cannot be demoted while there is no other, and a demotion counts at once", async () => {
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
});

describe("signing in and out", () => {
  test("answers a wrong password and an unknown name alike", async () => {
    const { origin } = await testServer();
    await signedUp(origin, "ada");
    const wrong = await restClient(origin).call("POST", "/api/login", {
      username: "ada",
      password: "nope-nope",
    });
    const unknown = await restClient(origin).call("POST", "/api/login", {
      username: "eve",
      password: "nope-nope",
    });
    expect(wrong).toMatchObject({ status: 401, body: { message: "Invalid username or password" } });
    expect(unknown.body).toEqual(wrong.body);
  });

  test("gives a new session each time and ends the one that the request came with", async () => {
    const { app, origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const before = ada.cookie();
    await ada.call("POST", "/api/login", { username: "ada", password: "secret-pass" });
    expect(ada.cookie()).not.toBe(before);
    const old = await restClient(origin).call("GET", "/api/user", undefined, { cookie: before });
    expect(old.status).toBe(401);
    expect(await sessionRows(app)).toHaveLength(1);
  });

  test.each(["/api/logout", "/api/auth/logout"])(
    "%s ends the session, and is fine with nobody signed in",
    async (path) => {
      const { app, origin } = await testServer();
      const ada = await signedUp(origin, "ada");
      const cookie = ada.cookie();
      expect((await ada.call("POST", path)).status).toBe(200);
      expect((await restClient(origin).call("GET", "/api/user", undefined, { cookie })).status).toBe(401);
      expect(await sessionRows(app)).toHaveLength(0);
      expect((await restClient(origin).call("POST", path)).status).toBe(200);
    },
  );

  test("sets a cookie that scripts and other sites cannot use", async () => {
    const plain = await testServer();
    const body = { username: "ada", password: "secret-pass" };
    const reply = await restClient(plain.origin).call("POST", "/api/register", body);
    expect(reply.headers.get("set-cookie")).toMatch(
      /^session=[^;]{20,}; HttpOnly; Max-Age=\d+; Path=\/; SameSite=Lax$/u,
    );

    const https = await testServer({ PUBLIC_URL: "https://127.0.0.1" });
    const secure = await restClient(https.origin).call("POST", "/api/register", body);
    expect(secure.headers.get("set-cookie")).toMatch(/^__Host-session=.*HttpOnly.*Secure/u);
  });

  test("keeps only a hash of the cookie's id", async () => {
    const { app, origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const [row] = await sessionRows(app);
    const id = ada.cookie().split("=")[1] ?? "";
    expect(JSON.stringify(row)).not.toContain(id);
    expect(row?.sid).toMatch(/^[\da-f]{64}$/u);
    const { password } = await app.db.selectFrom("users").select("password").executeTakeFirstOrThrow();
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u);
  });

  test("a session that has run out is worth nothing, one in its second half is extended", async () => {
    const { app, origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
    await app.db
      .updateTable("session")
      .set({ expire: inDays(10) })
      .execute();
    const extended = await ada.call("GET", "/api/user");
    expect(extended.headers.get("set-cookie")).toContain("session=");
    const [row] = await sessionRows(app);
    expect(row && row.expire > inDays(29)).toBe(true);
    await app.db
      .updateTable("session")
      .set({ expire: inDays(-1) })
      .execute();
    expect((await ada.call("GET", "/api/user")).status).toBe(401);
  });

  test("after ten failures a minute from one address further tries are refused, also with another forwarded address", async () => {
    const { origin } = await testServer({ RATE_LIMITS: "on" });
    await signedUp(origin, "ada");
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1) {
      const body = { username: "ada", password: "wrong-one" };
      const reply = await restClient(origin).call("POST", "/api/login", body, {
        "x-forwarded-for": `10.0.0.${i}`,
      });
      statuses.push(reply.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429]);
    const good = await restClient(origin).call("POST", "/api/login", {
      username: "ada",
      password: "secret-pass",
    });
    expect(good.status).toBe(429);
    expect(Number(good.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test.each(["%00", "'--", "x".repeat(8_000), "a; session=b", "ÿ"])(
    "a broken cookie (%#) is nobody's",
    async (value) => {
      const { origin } = await testServer();
      const cookie = `session=${encodeURI(value)}`;
      expect((await restClient(origin).call("GET", "/api/user", undefined, { cookie })).status).toBe(401);
    },
  );
});

describe("the own account", () => {
  test("names and e-mail can be changed, absent ones stay, null clears", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    await ada.call("PATCH", "/api/user", { firstName: "Ada", email: "ada@example.com", role: "admin" });
    const reply = await ada.call("PATCH", "/api/user", { lastName: "Lovelace", email: null });
    expect(reply.body).toMatchObject({ firstName: "Ada", lastName: "Lovelace", email: null, role: "user" });
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

  test("own sessions are listed without their secrets and can be ended", async () => {
    const { origin } = await testServer();
    const here = await signedUp(origin, "ada");
    const there = restClient(origin);
    await there.call(
      "POST",
      "/api/login",
      { username: "ada", password: "secret-pass" },
      { "user-agent": "Phone" },
    );
    const { body: sessions } = await here.call("GET", "/api/user/sessions");
    expect(sessions).toHaveLength(2);
    expect(sessions.filter((session: { isCurrent: boolean }) => session.isCurrent)).toHaveLength(1);
    expect(JSON.stringify(sessions)).not.toContain(there.cookie().split("=")[1]);
    const phone = sessions.find(({ userAgent }: { userAgent: string }) => userAgent === "Phone");
    expect((await here.call("DELETE", `/api/user/sessions/${phone.id}`)).status).toBe(204);
    expect((await there.call("GET", "/api/user")).status).toBe(401);
    expect((await here.call("DELETE", `/api/user/sessions/${phone.id}`)).status).toBe(404);
    expect((await here.call("DELETE", "/api/user/sessions")).status).toBe(204);
  });

  test("nobody can end the session of somebody else", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const eve = await signedUp(origin, "eve");
    const { body } = await ada.call("GET", "/api/user/sessions");
    expect((await eve.call("DELETE", `/api/user/sessions/${body[0].id}`)).status).toBe(404);
    expect((await ada.call("GET", "/api/user")).status).toBe(200);
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
