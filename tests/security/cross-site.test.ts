import { request } from "node:http";
import { hostname } from "node:os";
import { text } from "node:stream/consumers";

import { describe, expect, test } from "vitest";

import { getProcedure, procedureNames } from "#server/web/rest/procedures.ts";
import { routes } from "#server/web/rest/routes.ts";
import { appRouter } from "#server/web/trpc/app-router.ts";
import { createOnce } from "#tests/support/cleanup.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

const FROM_OTHER_SITES: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.example" },
  { origin: "null" },
];

const restWrites = routes
  .filter(({ method }) => method !== "get")
  .map(({ method, path }) => [method.toUpperCase(), path.replaceAll(/\{\w+\}/gu, "x")] as const);
const trpcWrites = procedureNames
  .filter((name) => getProcedure(name).type === "mutation")
  .map((name) => ["POST", `/trpc/${name}`] as const);

describe("C1, C5: a browser's write from another site is refused", () => {
  const world = createOnce(async () => {
    const { app, origin } = await testServer();
    return { app, origin, cookie: (await buildPerson(app, "ada", "admin")).cookie };
  });

  test.each([...restWrites, ...trpcWrites])("%s %s", async (method, path) => {
    const { app, origin, cookie } = world();
    const before = await app.countWrites();
    for (const headers of FROM_OTHER_SITES) {
      const reply = await restClient(origin).call(method, path, {}, { cookie, ...headers });
      expect(reply).toMatchObject({
        status: 403,
        body: { message: "Requests from other sites are not allowed" },
      });
      expect(reply.headers.get("set-cookie")).toBeNull();
    }
    expect(await app.countWrites()).toBe(before);
  });

  test("and writes by the page itself or by scripts pass the same check", async () => {
    const { origin } = await testServer();
    const ada = await signedUp(origin, "ada");
    const headers = { origin, "sec-fetch-site": "same-origin" };
    expect((await ada.call("POST", "/api/ai-tools", { name: "x" }, headers)).status).toBe(201);
    expect((await ada.call("POST", "/api/ai-tools", { name: "y" })).status).toBe(201);
  });
});

test("C2: a body that another site's form could send is refused", async () => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  const before = await app.countWrites();
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
    for (const path of ["/api/ai-tools", "/trpc/tools.add"]) {
      const response = await fetch(`${origin}${path}`, {
        method: "POST",
        body: '{"name":"x"}',
        headers: { "content-type": type, cookie },
      });
      expect([path, type, response.status]).toEqual([path, type, 415]);
    }
  }
  expect(await app.countWrites()).toBe(before);
});

test("C3: reading changes nothing, and a method in a header or an address is ignored", async () => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada", "admin");
  const before = await app.countWrites();
  for (const [, path] of trpcWrites) {
    const { status } = await restClient(origin).call("GET", `${path}?input=%7B%7D`, undefined, { cookie });
    expect([path, status]).toEqual([path, 405]);
  }
  for (const method of ["GET", "HEAD"]) {
    for (const [override, path] of restWrites) {
      const headers = { cookie, "x-http-method-override": override };
      const { status } = await restClient(origin).call(
        method,
        `${path}?_method=${override}`,
        undefined,
        headers,
      );
      expect([path, [200, 400, 404, 405].includes(status)]).toEqual([path, true]);
    }
  }
  expect(await app.countWrites()).toBe(before);
});

test("C4: no other site can read a reply, with any headers", async () => {
  const { app, origin } = await testServer();
  const { cookie } = await buildPerson(app, "ada");
  for (const path of ["/api/user", "/trpc/account.me", "/healthz", "/api/nothing", "/public-objects/x.png"]) {
    for (const method of ["GET", "OPTIONS"]) {
      for (const foreign of ["https://evil.example", "null", origin]) {
        const headers = { cookie, origin: foreign, "access-control-request-method": "POST" };
        const reply = await restClient(origin).call(method, path, undefined, headers);
        const allowed = [...reply.headers.keys()].filter((name) => name.startsWith("access-control"));
        expect([path, method, foreign, allowed]).toEqual([path, method, foreign, []]);
      }
    }
  }
});

describe("C6: a request for another host", () => {
  /** The reply to a request with this Host header, which `fetch` would not send. */
  async function askedFor(origin: string, host: string, path: string, headers: Record<string, string> = {}) {
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>();
    const method = path === "/api/register" ? "POST" : "GET";
    request(`${origin}${path}`, { method, headers: { ...headers, host } }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    })
      .on("error", reject)
      .end(method === "POST" ? '{"username":"eve","password":"secret-pass"}' : undefined);
    return promise;
  }

  const EVIL = [
    "evil.example",
    "evil.example:3000",
    "localhost.evil.example",
    "localhost@evil.example",
    "127.0.0.1.nip.io",
  ];
  const PATHS = [
    "/",
    "/api/ai-tools",
    "/api/nothing",
    "/trpc/auth.entry?input=%7B%7D",
    "/public-objects/logos/x.png",
  ];

  test.each<[string, Record<string, string>, string[]]>([
    ["with PUBLIC_URL", { PUBLIC_URL: "https://stack.example" }, [...EVIL, "localhost", "127.0.0.1"]],
    ["without it", {}, EVIL],
  ])("is refused, %s", async (_, environment, hosts) => {
    const { app, origin } = await testServer(environment);
    const { cookie } = await buildPerson(app, "ada");
    // A cached reply is also only for the right host.
    await askedFor(origin, environment["PUBLIC_URL"] ? "stack.example" : "localhost", "/api/ai-tools", {
      cookie,
    });
    for (const host of hosts) {
      for (const path of PATHS) {
        const reply = await askedFor(origin, host, path, { cookie });
        expect([host, path, reply.status]).toEqual([host, path, 421]);
        expect(reply.body).toContain("PUBLIC_URL");
        expect(reply.body).not.toContain("evil");
      }
      const headers = { origin: `http://${host}`, "content-type": "application/json" };
      expect((await askedFor(origin, host, "/api/register", headers)).status).toBe(421);
    }
    expect(await app.db.selectFrom("users").select("username").execute()).toEqual([{ username: "ada" }]);
  });

  test.each<[Record<string, string>, string[]]>([
    [
      { PUBLIC_URL: "https://stack.example" },
      ["stack.example", "STACK.example", "stack.example.", "stack.example:8443"],
    ],
    [{ PUBLIC_URL: "http://[fd00::7]:3000" }, ["[fd00::7]:3000"]],
    [
      {},
      [
        "localhost",
        "localhost:3000",
        "stack.localhost",
        "127.0.0.1:1",
        "[::1]:3000",
        "192.0.2.7",
        hostname(),
        `${hostname()}.local`,
      ],
    ],
  ])("is served for the server's own names: %j", async (environment, hosts) => {
    const { app, origin } = await testServer(environment);
    const { cookie } = await buildPerson(app, "ada");
    for (const host of hosts) {
      expect([host, (await askedFor(origin, host, "/api/user", { cookie })).status]).toEqual([host, 200]);
    }
  });

  test("gets the health status, since monitors use any name", async () => {
    const { origin } = await testServer({ PUBLIC_URL: "https://stack.example" });
    for (const path of ["/healthz", "/readyz"]) {
      expect((await askedFor(origin, "10.0.0.7:3000", path)).status).toBe(200);
    }
  });

  test("never determines an address that people are sent to", async () => {
    const { app, origin } = await testServer();
    const { cookie } = await buildPerson(app, "ada");
    const headers = { cookie, "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };
    const reply = await restClient(origin).call(
      "POST",
      "/api/logos/upload",
      { fileExtension: "png" },
      headers,
    );
    expect(reply.status).toBe(200);
    expect(JSON.stringify([reply.body, [...reply.headers]])).not.toContain("evil");
  });
});

test("C7: everything the router serves is in the policy, and every REST path in the table", async () => {
  const known = new Set(Object.keys(appRouter._def.procedures));
  expect(known).toEqual(new Set(procedureNames));
  for (const { procedure } of routes) expect(known).toContain(procedure);
  // All other paths below /api and /trpc are unknown, to visitors too.
  const { origin } = await testServer();
  for (const path of ["/api/debug", "/api/internal", "/trpc/debug", "/trpc/", "/api/", "/api/users/x/y"]) {
    const { status } = await restClient(origin).call("GET", path);
    expect([path, status]).toEqual([path, 404]);
  }
});
