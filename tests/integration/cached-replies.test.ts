import { once } from "node:events";
import { request } from "node:http";

import { expect, test } from "vitest";

import { addTool } from "#server/features/tools/tools.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { listen } from "#server/web/server/http-server.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";
import { buildPerson } from "#tests/support/people.ts";
import { testServer } from "#tests/support/test-app.ts";

async function catalogue(environment: Record<string, string> = {}) {
  const { app, origin } = await testServer(environment);
  const { user, cookie } = await buildPerson(app, "ada");
  await addTool(app, user, newToolSchema.parse({ name: "Atlas" }));
  const call = (headers: Record<string, string> = {}, method = "GET", path = "/api/ai-tools") =>
    fetch(`${origin}${path}`, { method, headers: { cookie, "accept-encoding": "identity", ...headers } });
  return { app, user, origin, cookie, call };
}

/** Headers of a reply, except those that differ in each reply. */
const headersOf = ({ headers }: Response) => {
  const { date: _date, "x-request-id": id, ...others } = Object.fromEntries(headers);
  expect(id).toMatch(/^[\da-f-]{36}$/u);
  return others;
};

test.each(["/api/ai-tools", "/api/prompts", "/api/verdicts", "/api/user"])(
  "replies to %s in the same way with and without the cache",
  async (path) => {
    const { call } = await catalogue();
    for (const [method, headers] of [
      ["GET", {}],
      ["HEAD", {}],
      ["GET", { "accept-encoding": "gzip, deflate, br" }],
      ["GET", { "accept-encoding": "gzip;q=0, *" }],
    ] as const) {
      // Requests with a query never get cached replies.
      const [made] = [await call(headers, method, `${path}?`), await call(headers, method, path)];
      const kept = await call(headers, method, path);
      const { etag: _one, ...expected } = headersOf(made);
      const { etag: _other, ...found } = headersOf(kept);
      expect([kept.status, found]).toEqual([made.status, expected]);
      expect(await kept.text()).toBe(await made.text());
    }
  },
);

test("compresses a cached list only for clients that accept it", async () => {
  const { call } = await catalogue();
  const replies = [];
  for (const coding of ["identity", "br, gzip", "gzip", "identity", "gzip;q=0"]) {
    const reply = await call({ "accept-encoding": coding });
    replies.push([reply.headers.get("content-encoding"), await reply.json()]);
  }
  const [[, tools] = []] = replies;
  expect(tools).toMatchObject([{ name: "Atlas" }]);
  expect(replies).toEqual([null, "gzip", "gzip", null, null].map((coding) => [coding, tools]));
});

test("replies with 304 to a client with the cached list, until it changes", async () => {
  const { app, user, call } = await catalogue();
  const etag = (await call()).headers.get("etag") ?? "";
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    const reply = await call({ "if-none-match": known });
    expect([reply.status, await reply.text()]).toEqual([304, ""]);
  }
  await addTool(app, user, newToolSchema.parse({ name: "Beacon" }));
  expect((await call({ "if-none-match": etag })).status).toBe(200);
});

test("rebuilds the cached rings of all tools after a decision", async () => {
  const { app, user, call } = await catalogue();
  const tool = await addTool(app, user, newToolSchema.parse({ name: "Beacon" }));
  const rings = async () => (await call({}, "GET", "/api/verdicts")).json();
  expect(await rings()).toEqual([]);
  for (const [revision, ring] of (["trial", "adopt"] as const).entries()) {
    const decision = decisionSchema.parse({ toolId: tool.id, revision, ring, reason: "Beats the others." });
    await decide(app, user, decision);
    expect(await rings()).toEqual([{ toolId: tool.id, ring }]);
    expect(await rings()).toEqual([{ toolId: tool.id, ring }]);
  }
});

test("has different tags for the lists of two servers on the same tools", async () => {
  const { app, cookie, call } = await catalogue();
  const { server, port } = await listen(app, null);
  const other = await fetch(`http://127.0.0.1:${port}/api/ai-tools`, { headers: { cookie } });
  server.closeAllConnections();
  server.close();
  expect(other.headers.get("etag")).not.toBe((await call()).headers.get("etag"));
});

test("counts a cached list against the limit of reads, and refuses it beyond", async () => {
  const { app, user, call } = await catalogue({ RATE_LIMITS: "on" });
  await call();
  for (let read = 0; read < 2998; read += 1) await app.limits.reads.count(user.id);
  expect((await call()).status).toBe(200);
  const refused = await call();
  expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true]);
});

test("refuses a body of another type at a cached address too", async () => {
  const { origin, cookie, call } = await catalogue();
  await call();
  const asked = request(`${origin}/api/ai-tools`, {
    headers: { cookie, "content-type": "text/plain", "content-length": "5" },
  });
  asked.end("Atlas");
  const [reply] = await once(asked, "response");
  reply.resume();
  expect(reply.statusCode).toBe(415);
});
