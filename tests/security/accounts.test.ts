import { statSync, truncateSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { hashPassword } from "#server/features/users/passwords.ts";
import { createOneTimeLink } from "#server/features/users/users.service.ts";
import { getProcedure } from "#server/web/rest/procedures.ts";
import { routes } from "#server/web/rest/routes.ts";
import { watchHashing } from "#tests/support/hashing.ts";
import { tokenOf } from "#tests/support/one-time-links.ts";
import { buildPerson, PASSWORD } from "#tests/support/people.ts";
import { program } from "#tests/support/program.ts";
import { type Reply, restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";
import { onSqliteAlone } from "#tests/support/test-database.ts";

describe("A1: a sign-in does not reveal which names exist", () => {
  /** A reply's content, without the parts that differ between any two replies. */
  const said = ({ status, headers, body }: Reply) => {
    const names = [...headers.keys()].filter((name) => !["date", "x-request-id"].includes(name));
    return { status, body, headers: names.map((name) => [name, headers.get(name)]) };
  };

  test("by its reply or the work it takes", async () => {
    const { app, origin } = await testServer();
    await buildPerson(app, "ada");
    const hashing = watchHashing();
    const logIn = async (username: string) => {
      const begun = hashing.begun.length;
      const body = { username, password: "nope-nope" };
      const reply = await restClient(origin).call("POST", "/api/login", body);
      return { reply, hashes: hashing.begun.slice(begun) };
    };
    const known = await logIn("ada");
    expect(known.reply).toMatchObject({ status: 401, body: { message: "Invalid username or password" } });
    expect(known.hashes).toEqual([
      { algorithm: "argon2id", memory: 19_456, passes: 2, parallelism: 1, tagLength: 32, saltLength: 16 },
    ]);
    for (const name of ["eve", "ADA ", "no such person", "adm\u200bin", "x".repeat(1000)]) {
      const { reply, hashes } = await logIn(name);
      expect(said(reply)).toEqual(said(known.reply));
      expect(hashes).toEqual(known.hashes);
    }
  });

  test("after too many attempts", async () => {
    const { app, origin } = await testServer({ RATE_LIMITS: "on" });
    await buildPerson(app, "ada");
    watchHashing({ wrong: true });
    const last: Reply[] = [];
    for (const username of ["ada", "eve"]) {
      for (let index = 0; index < 10; index += 1) {
        await restClient(origin).call("POST", "/api/login", { username, password: "nope-nope" });
      }
      last.push(await restClient(origin).call("POST", "/api/login", { username, password: PASSWORD }));
    }
    expect(last.map(({ status }) => status)).toEqual([429, 429]);
    expect(last.map(({ headers }) => headers.has("retry-after"))).toEqual([true, true]);
  });
});

test("A1: a password that changes during its check counts as wrong", async () => {
  const { app, origin } = await testServer();
  const { user } = await buildPerson(app, "ada");
  const another = await hashPassword("another-secret");
  const hashing = watchHashing({ held: true });
  const reply = restClient(origin).call("POST", "/api/login", { username: "ada", password: PASSWORD });
  await expect.poll(hashing.active, { timeout: 30_000 }).toBe(1);
  await app.db.updateTable("users").set({ password: another }).where("id", "=", user.id).execute();
  hashing.release();
  expect((await reply).status).toBe(401);
});

test("A2: after 30 sign-ups in ten minutes from one address the next is refused", async () => {
  const { app, origin } = await testServer({ RATE_LIMITS: "on" });
  const signUp = (username: string) =>
    restClient(origin).call("POST", "/api/register", { username, password: "secret-pass" });
  watchHashing({ wrong: true });
  for (let index = 0; index < 30; index += 1) expect((await signUp(`person ${index}`)).status).toBe(201);
  const refused = await signUp("one too many");
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await app.db.selectFrom("users").select("id").execute()).toHaveLength(30);
});

test("A5: signing up creates an ordinary user, even with other fields in the body", async () => {
  const { app, origin } = await testServer();
  const client = restClient(origin);
  const person = { username: "Ada", password: "secret-pass", firstName: "Ada", email: "" };
  const more = { role: "admin", id: "x", createdAt: 0 };
  for (const unknown of [{ isAdmin: true }, { user: { role: "admin" } }]) {
    const refused = await client.call("POST", "/api/register", { ...person, ...more, ...unknown });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain(`Unknown field: ${Object.keys(unknown)[0]}.`);
  }
  const reply = await client.call("POST", "/api/register", { ...person, ...more });
  expect(reply.status).toBe(201);
  expect(reply.body).toMatchObject({ username: "Ada", firstName: "Ada", email: null, role: "user" });
  expect(reply.body).not.toHaveProperty("password");
  expect((await client.call("GET", "/api/user")).body).toEqual(reply.body);
  expect((await client.call("PATCH", "/api/user", more)).body).toEqual(reply.body);
  expect((await client.call("GET", "/api/users")).status).toBe(403);
  const { role, id, createdAt } = await app.db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  expect(role).toBe("user");
  expect(id).not.toBe("x");
  expect(createdAt).toBe(app.now().toISOString());
});

describe("A7: a password", () => {
  test("can be long, and all of it counts", async () => {
    const { origin } = await testServer();
    const logIn = async (password: string) =>
      (await restClient(origin).call("POST", "/api/login", { username: "ada", password })).status;
    const long = `${"a".repeat(255)}X`;
    await signedUp(origin, "ada", long);
    const beginnings = [`${"a".repeat(255)}Y`, long.slice(0, 72), `${long}X`, `${long} `];
    for (const password of beginnings) expect([password, await logIn(password)]).toEqual([password, 401]);
    expect(await logIn(long)).toBe(200);
  });

  test.each([
    ["257 characters", "a".repeat(257)],
    ["900 kilobytes", "a".repeat(900_000)],
    ["five characters", "12345"],
    ["half of a pair", "secret-pass\ud800"],
  ])("of %s is refused without being hashed", async (_what, password) => {
    const { app, origin } = await testServer();
    const { user } = await buildPerson(app, "ada");
    const { begun } = watchHashing();
    const token = tokenOf((await createOneTimeLink(app, "reset", { userId: user.id })).url);
    for (const [path, body] of [
      ["/api/register", { username: "grace", password }],
      ["/api/auth/reset-password", { token, password }],
    ] as const) {
      const { status, body: reply } = await restClient(origin).call("POST", path, body);
      expect([path, status, reply.issues[0].path]).toEqual([path, 400, "password"]);
    }
    expect(begun).toEqual([]);
  });

  test("of more than 1,024 characters is not checked", async () => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "ada");
    const { begun } = watchHashing();
    const password = "a".repeat(1025);
    const login = await restClient(origin).call("POST", "/api/login", { username: "ada", password });
    expect(login.status).toBe(400);
    const change = { currentPassword: password, newPassword: "better-pass" };
    const changed = await restClient(origin).call("POST", "/api/user/password", change, { cookie });
    expect(changed.status).toBe(400);
    expect(begun).toEqual([]);
  });
});

describe("A9: a body with the wrong shape is refused without a server error", () => {
  const VALUES: unknown[] = [{ $ne: null }, ["x"], [], {}, 42, true, { toString: "x" }];

  test.each([
    ["/api/login", { username: "ada", password: PASSWORD }, ["username", "password", "setup"]],
    ["/api/register", { username: "grace", password: PASSWORD }, ["username", "password", "setup", "invite"]],
    ["/api/auth/reset-password", { token: "x", password: PASSWORD }, ["token", "password"]],
  ])("%s", async (path, good, fields) => {
    const { app, origin } = await testServer();
    await buildPerson(app, "ada");
    for (const field of fields) {
      for (const value of VALUES) {
        const { status, body } = await restClient(origin).call("POST", path, { ...good, [field]: value });
        expect([value, status, body.issues?.[0].path]).toEqual([value, 400, field]);
      }
    }
    expect(await app.db.selectFrom("users").select("username").execute()).toEqual([{ username: "ada" }]);
  });

  const withInput = routes.filter(
    ({ method, procedure }) => method !== "get" && getProcedure(procedure).input !== undefined,
  );

  test.each(withInput)("$method $path", async ({ method, path }) => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "ada", "admin");
    const statusFor = async (body: string) => {
      const response = await fetch(`${origin}${path.replaceAll(/\{\w+\}/gu, "none")}`, {
        method: method.toUpperCase(),
        headers: { cookie, "content-type": "application/json" },
        body,
      });
      return response.status;
    };
    for (const body of ['"text"', "[]", "[[]]", "null", "42", "true", "{"]) {
      const status = await statusFor(body);
      expect([body, status >= 400 && status < 500]).toEqual([body, true]);
    }
    // Optional input of a call.
    for (const body of ["", "{}", '{"__proto__":null}', '{"constructor":{"prototype":{}}}']) {
      expect([body, (await statusFor(body)) < 500]).toEqual([body, true]);
    }
  });
});

describe("A10: the first person is not an admin", () => {
  test("on a new server, without the one-time link", async () => {
    const stackloop = program();
    const { origin, output } = await stackloop.serve();
    const ada = await signedUp(origin, "ada");
    expect((await ada.call("GET", "/api/user")).body.role).toBe("user");
    expect((await ada.call("GET", "/api/users")).status).toBe(403);
    const link = /one-time link to become one: (\S+)/u.exec(output())?.[1] ?? "";
    const login = { username: "ada", password: "secret-pass", setup: tokenOf(link) };
    expect((await restClient(origin).call("POST", "/api/login", login)).body.role).toBe("admin");
  });

  test("through a link created before there was an admin", async () => {
    const { app, origin } = await testServer();
    const setup = tokenOf((await createOneTimeLink(app, "setup")).url);
    await buildPerson(app, "grace", "admin");
    const body = { username: "eve", password: "secret-pass", setup };
    expect((await restClient(origin).call("POST", "/api/register", body)).status).toBe(403);
    await buildPerson(app, "ada");
    const login = { username: "ada", password: PASSWORD, setup };
    expect((await restClient(origin).call("POST", "/api/login", login)).status).toBe(403);
    expect(
      (await app.db.selectFrom("users").select("role").where("role", "=", "admin").execute()).length,
    ).toBe(1);
  });

  test("only one of two who use the link at once becomes admin", async () => {
    const { app, origin } = await testServer();
    await buildPerson(app, "ada");
    const setup = tokenOf((await createOneTimeLink(app, "setup")).url);
    const replies = await Promise.all([
      restClient(origin).call("POST", "/api/login", { username: "ada", password: PASSWORD, setup }),
      restClient(origin).call("POST", "/api/register", { username: "eve", password: PASSWORD, setup }),
    ]);
    expect(replies.filter(({ body }) => body.role === "admin")).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 403)).toHaveLength(1);
  });

  onSqliteAlone("a file can be emptied", () => {
    test("on a server whose database was emptied, which does not start", async () => {
      const stackloop = program();
      const server = await stackloop.serve();
      await signedUp(server.origin, "ada");
      await server.stop("SIGTERM");
      truncateSync(stackloop.database, 0);
      const { code, stderr } = await stackloop.run(["serve"]);
      expect(code).toBe(1);
      expect(stderr).toEqual([expect.stringContaining("is empty (0 bytes), so its data is lost")]);
      expect(statSync(stackloop.database).size).toBe(0);
    });
  });
});
