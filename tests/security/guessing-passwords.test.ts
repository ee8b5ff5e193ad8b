import { describe, expect, test, vi } from "vitest";

import { watchHashing } from "#tests/support/hashing.ts";
import { buildPerson, PASSWORD } from "#tests/support/people.ts";
import { restClient, sortedStatuses } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const HERE = "203.0.113.7";
const ELSEWHERE = "198.51.100.9";
/** Addresses of one home or office: its owner controls everything behind the first 64 bits. */
const inNetwork = (host: number) => `2001:db8:1:2::${host.toString(16)}`;

/** A server behind a proxy, with rate limits, and accounts for ada and grace. */
async function guarded() {
  const { app, origin } = await testServer({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
  const { user: ada, cookie } = await buildPerson(app, "ada");
  await buildPerson(app, "grace");
  const from = (address: string, more: Record<string, string> = {}) => ({
    "x-forwarded-for": address,
    ...more,
  });
  return {
    app,
    ada,
    logIn: (username: string, password: string, address = HERE) =>
      restClient(origin).call("POST", "/api/login", { username, password }, from(address)),
    call: (method: string, path: string, body: unknown, address = HERE) =>
      restClient(origin).call(method, path, body, from(address)),
    changePassword: (currentPassword: string, address = HERE) =>
      restClient(origin).call(
        "POST",
        "/api/user/password",
        { currentPassword, newPassword: PASSWORD },
        from(address, { cookie }),
      ),
  };
}

const statuses = (replies: { status: number }[]) => replies.map(({ status }) => status);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_empty, index) => make(index));

describe("A3: wrong passwords", () => {
  test("after ten in a minute for one name, the next are refused, even with the right password", async () => {
    const { logIn } = await guarded();
    for (let index = 0; index < 10; index += 1) expect((await logIn("ada", "wrong-one")).status).toBe(401);
    for (const password of ["wrong-one", PASSWORD]) {
      const refused = await logIn("ADA ", password);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  test("nobody is locked out by a person at another address", async () => {
    const { logIn } = await guarded();
    await Promise.all(times(12, () => logIn("ada", "wrong-one")));
    expect((await logIn("ada", PASSWORD, ELSEWHERE)).status).toBe(200);
  });

  test("are checked no more often if fifty arrive at once than in a row", async () => {
    const { logIn } = await guarded();
    const { begun } = watchHashing();
    const replies = await Promise.all(times(50, () => logIn("ada", "wrong-one")));
    expect(begun).toHaveLength(10);
    expect(sortedStatuses(replies)).toEqual([...times(10, () => 401), ...times(40, () => 429)]);
  });

  test("are limited to a hundred in ten minutes from one address, for all names", async () => {
    const { logIn } = await guarded();
    const { begun } = watchHashing({ wrong: true });
    for (let index = 0; index < 100; index += 1) {
      expect((await logIn(`person ${index}`, "wrong-one")).status).toBe(401);
    }
    expect((await logIn("ada", "wrong-one")).status).toBe(429);
    expect(begun).toHaveLength(100);
    expect((await logIn("ada", "wrong-one", ELSEWHERE)).status).toBe(401);
  });

  test("are not reset by right passwords between them", async () => {
    const { logIn } = await guarded();
    const hashing = watchHashing({ wrong: true });
    for (let index = 0; index < 99; index += 1) await logIn(`person ${index}`, "wrong-one");
    hashing.hashCorrectly();
    for (let index = 0; index < 3; index += 1) expect((await logIn("grace", PASSWORD)).status).toBe(200);
    expect((await logIn("ada", "wrong-one")).status).toBe(401);
    expect((await logIn("ada", "wrong-one")).status).toBe(429);
    expect((await logIn("grace", PASSWORD)).status).toBe(429);
    expect(hashing.begun).toHaveLength(99 + 4);
  });

  test("right ones never count, in a row or at once", async () => {
    const { logIn } = await guarded();
    for (let index = 0; index < 12; index += 1) expect((await logIn("ada", PASSWORD)).status).toBe(200);
    const replies = await Promise.all(times(30, () => logIn("ada", PASSWORD)));
    expect(new Set(statuses(replies))).toEqual(new Set([200]));
    for (let index = 0; index < 10; index += 1) expect((await logIn("ada", "wrong-one")).status).toBe(401);
  });

  test("count in the same way when changing the password", async () => {
    const { changePassword, logIn } = await guarded();
    const replies = await Promise.all(times(12, () => changePassword("wrong-one")));
    expect(sortedStatuses(replies)).toEqual([...times(10, () => 400), 429, 429]);
    expect((await logIn("ada", "wrong-one")).status).toBe(429);
    expect((await changePassword(PASSWORD, ELSEWHERE)).status).toBe(200);
  });

  test("D2: count separately in one request", async () => {
    const { call, logIn } = await guarded();
    const { begun } = watchHashing();
    const input = { username: "ada", password: "wrong-one" };
    const batch = Object.fromEntries(times(10, (index) => [index, input]));
    await call("POST", `/trpc/${times(10, () => "auth.login").join(",")}?batch=1`, batch);
    const replies = await Promise.all(times(11, () => logIn("ada", "wrong-one")));
    expect(begun).toHaveLength(10);
    expect(statuses(replies)).toContain(429);
  });
});

describe("A3: the addresses of one IPv6 network are one", () => {
  test("for counts of wrong passwords", async () => {
    const { logIn } = await guarded();
    for (let host = 1; host <= 10; host += 1) {
      expect((await logIn("ada", "wrong-one", inNetwork(host))).status).toBe(401);
    }
    expect((await logIn("ada", "wrong-one", inNetwork(99))).status).toBe(429);
    expect((await logIn("ada", "wrong-one", "2001:db8:1:3::1")).status).toBe(401);
  });

  test("for counts of sign-ups and resets", async () => {
    const { call } = await guarded();
    const taken = { username: "ada", password: "secret-pass" };
    const reset = { token: "made-up", password: "secret-pass" };
    for (let host = 1; host <= 30; host += 2) {
      expect((await call("POST", "/api/register", taken, inNetwork(host))).status).toBe(409);
      expect((await call("POST", "/api/auth/reset-password", reset, inNetwork(host + 1))).status).toBe(403);
    }
    expect((await call("POST", "/api/register", taken, inNetwork(99))).status).toBe(429);
    expect((await call("POST", "/api/auth/reset-password", reset, inNetwork(98))).status).toBe(429);
    expect((await call("POST", "/api/register", taken, "2001:db8:1:3::1")).status).toBe(409);
  });

  test("for counts of visitors' calls", async () => {
    const { call } = await guarded();
    const visit = (address: string) => call("GET", "/api/user", undefined, address);
    for (let host = 1; host <= 600; host += 1) await visit(inNetwork(host));
    expect((await visit(inNetwork(999))).status).toBe(429);
    expect((await visit("2001:db8:1:3::1")).status).toBe(401);
  });

  test("and an IPv4 address is counted alone, in any notation", async () => {
    const { logIn } = await guarded();
    for (let index = 0; index < 10; index += 1) await logIn("ada", "wrong-one", `::ffff:${HERE}`);
    expect((await logIn("ada", "wrong-one", HERE)).status).toBe(429);
    expect((await logIn("ada", "wrong-one", `::ffff:${ELSEWHERE}`)).status).toBe(401);
  });
});

describe("A4: without TRUST_PROXY nobody can choose the address that limits count", () => {
  test.each([
    ["x-forwarded-for", (address: string) => address],
    ["forwarded", (address: string) => `for=${address}`],
    ["x-real-ip", (address: string) => address],
    ["x-client-ip", (address: string) => address],
    ["cf-connecting-ip", (address: string) => address],
  ])("%s", async (header, value) => {
    const { app, origin } = await testServer({ RATE_LIMITS: "on" });
    await buildPerson(app, "ada");
    watchHashing({ wrong: true });
    const replies = [];
    for (let index = 0; index < 11; index += 1) {
      const headers = { [header]: value(`10.0.0.${index}`) };
      const body = { username: "ada", password: "wrong-one" };
      replies.push(await restClient(origin).call("POST", "/api/login", body, headers));
    }
    expect(statuses(replies)).toEqual([...times(10, () => 401), 429]);
  });
});

describe("A8: hashing", () => {
  test("uses argon2id with at least 19 MiB and two passes", async () => {
    const { app, origin } = await testServer();
    await restClient(origin).call("POST", "/api/register", { username: "ada", password: "secret-pass" });
    const { password } = await app.db.selectFrom("users").select("password").executeTakeFirstOrThrow();
    expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/u);
  });

  test("runs at most two at once, fifty wait, and the others are refused", async () => {
    const { origin } = await testServer();
    const hashing = watchHashing({ held: true, wrong: true });
    const replies: { status: number; headers: Headers }[] = [];
    const all = times(60, async (index) => {
      const login = { username: `person ${index}`, password: "wrong-one" };
      replies.push(await restClient(origin).call("POST", "/api/login", login));
    });
    await vi.waitFor(() => expect(replies.length + hashing.active()).toBe(10), { timeout: 30_000 });
    expect(hashing.active()).toBeLessThanOrEqual(2);
    const refused = replies.length;
    for (const { status, headers } of replies) {
      expect([status, headers.get("retry-after")]).toEqual([429, "5"]);
    }
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    hashing.release();
    await Promise.all(all);
    expect(statuses(replies.slice(refused))).toEqual(times(60 - refused, () => 401));
  });
});
