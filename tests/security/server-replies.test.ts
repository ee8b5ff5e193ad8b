import { describe, expect, test } from "vitest";

import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function serving(environment: Record<string, string> = {}) {
  const { app, origin } = await testServer(environment);
  const { cookie } = await buildPerson(app, "ada", "admin");
  const call = (method: string, path: string, headers: Record<string, string> = { cookie }) =>
    restClient(origin).call(method, path, undefined, headers);
  return { app, origin, cookie, call };
}

const INSIDE = /Sqlite|ai_tools|SELECT|select "|node_modules|\bat \/|\.ts:\d|\.js:\d/u;

describe("H1: an error reveals no internals", () => {
  test.each<Record<string, string>>([{}, { NODE_ENV: "production" }])(
    "when the database breaks, with %j",
    async (environment) => {
      const { app, call } = await serving(environment);
      await app.db.schema.alterTable("ai_tools").renameTo("gone").execute();
      const reply = await call("GET", "/api/ai-tools");
      expect(reply).toMatchObject({
        status: 500,
        body: {
          message: "Internal server error",
          code: "INTERNAL_SERVER_ERROR",
          requestId: reply.headers.get("x-request-id"),
        },
      });
      for (const path of [
        "/trpc/tools.list?input=%7B%7D",
        "/trpc/tools.list,account.me?batch=1&input=%7B%220%22%3A%7B%7D%7D",
      ]) {
        const { status, body } = await call("GET", path);
        expect([path, [207, 500].includes(status)]).toEqual([path, true]);
        expect(JSON.stringify(body)).not.toMatch(INSIDE);
        expect(JSON.stringify(body)).not.toContain("stack");
      }
    },
  );
});

const REPLIES = [
  "/healthz",
  "/readyz",
  "/api/user",
  "/api/ai-tools",
  "/api/nothing",
  "/api/ai-tools/%zz",
  "/api/ai-tools?limit=0",
  "/api/ai-tools/export/csv",
  "/api/docs",
  "/api/openapi.json",
  "/trpc/account.me",
  "/trpc/nothing",
  "/trpc/account.me,nothing?batch=1",
  "/public-objects/logos/x.png",
  "/storage/public/logos/x.png",
  "/",
];

test("H2: every reply has a content policy, including errors", async () => {
  const { call } = await serving();
  for (const method of ["GET", "POST", "PURGE"]) {
    for (const path of REPLIES) {
      const { headers } = await call(method, path);
      const said = (name: string) => [method, path, headers.get(name)];
      const policy = headers.get("content-security-policy") ?? "";
      expect([method, path, policy.includes("default-src 'none'")]).toEqual([method, path, true]);
      expect([method, path, /script-src[^;]*'unsafe/u.test(policy) && !policy.includes("ws:")]).toEqual([
        method,
        path,
        false,
      ]);
      expect(said("x-content-type-options")).toEqual([method, path, "nosniff"]);
      expect(said("referrer-policy")).toEqual([method, path, "no-referrer"]);
      expect(said("cross-origin-resource-policy")).toEqual([method, path, "same-origin"]);
      expect(said("cross-origin-opener-policy")).toEqual([method, path, "same-origin"]);
      expect([method, path, headers.get("permissions-policy")?.includes("camera=()")]).toEqual([
        method,
        path,
        true,
      ]);
    }
  }
});

test("H2: in production, scripts and styles come only from this server, over https", async () => {
  const { call } = await serving({ NODE_ENV: "production", PUBLIC_URL: "https://localhost" });
  const { headers } = await call("GET", "/healthz");
  expect(headers.get("content-security-policy")).not.toMatch(/unsafe|https?:|\*|data:/u);
  for (const part of [
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ]) {
    expect(headers.get("content-security-policy")).toContain(part);
  }
  expect(headers.get("strict-transport-security")).toMatch(/max-age=\d{8}/u);
});

test("H3: private replies are never cached, and signing out clears the browser's cache", async () => {
  const { call } = await serving();
  for (const path of REPLIES.filter((address) => /^\/(?:api|trpc)/u.test(address))) {
    expect([path, (await call("GET", path)).headers.get("cache-control")]).toEqual([path, "no-store"]);
  }
  // An address that resembles a file gets 404, so that no cache treats the reply as a file.
  for (const path of ["/api/user.css", "/api/ai-tools.js", "/api/user/x.png"]) {
    expect([path, (await call("GET", path)).status]).toEqual([path, 404]);
  }
  const signedOut = await call("POST", "/api/logout");
  expect(signedOut.headers.get("clear-site-data")).toBe('"cache"');
});

test("H3: a browser that clears its cache at sign-out can cache the shared lists, revalidated each time", async () => {
  const { call, cookie } = await serving();
  const lists = ["/api/ai-tools", "/api/prompts", "/api/verdicts"];
  for (const path of [...lists, "/api/user", "/api/readings"]) {
    const { headers } = await call("GET", path, { cookie, "sec-fetch-site": "same-origin" });
    const expected = lists.includes(path) ? "private, no-cache" : "no-store";
    expect([path, headers.get("cache-control")]).toEqual([path, expected]);
  }
  // Called twice, because the second reply is cached.
  for (const _time of [1, 2]) {
    const visitor = await call("GET", "/api/ai-tools", { "sec-fetch-site": "same-origin" });
    expect([visitor.status, visitor.headers.get("cache-control")]).toEqual([401, "no-store"]);
  }
});

test("H4: visitors see neither the server software nor its version", async () => {
  const { call } = await serving();
  for (const path of REPLIES) {
    const { headers, body } = await call("GET", path, {});
    expect([path, headers.get("x-powered-by"), headers.get("server")]).toEqual([path, null, null]);
    expect(JSON.stringify([body, ...headers])).not.toMatch(/\bv?\d+\.\d+\.\d+\b/u);
  }
});

test("H6: health checks reveal only whether it works", async () => {
  const { app, call } = await serving();
  for (const path of ["/healthz", "/readyz"]) {
    expect(await call("GET", path, {})).toMatchObject({ status: 200, body: { status: "ok" } });
  }
  for (const path of ["/debug", "/status", "/server-status"]) {
    expect([path, (await call("GET", path, {})).status]).toEqual([path, 404]);
  }
  await app.db.schema.alterTable("settings").renameTo("gone").execute();
  const broken = await call("GET", "/readyz", {});
  expect(broken.status).toBe(503);
  expect(JSON.stringify(broken.body)).not.toMatch(INSIDE);
});
