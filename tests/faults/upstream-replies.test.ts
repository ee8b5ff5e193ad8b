import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";

import { expect, onTestFinished, test, vi } from "vitest";

import { connect } from "#tests/support/connect.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import type { UpstreamContents } from "#tests/support/stub-upstreams.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";
import { buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";
import { rawServer } from "#tests/support/upstreams/raw-server.ts";
import type { StubReply } from "#tests/support/upstreams/stub-server.ts";

/** A product that fetches from stubs over real sockets, without pauses between its requests. */
async function productWith(contents: UpstreamContents = {}, environment: Record<string, string> = {}) {
  const { app, origin } = await testServer();
  const connected = await connect(contents, environment);
  app.integrations = connected;
  const { cookie } = await buildPerson(app, "ada", "admin");
  return {
    app,
    upstreams: connected.upstreams,
    waits: connected.waits,
    call: (method: string, path: string, body?: unknown) =>
      restClient(origin).call(method, path, body, { cookie }),
  };
}

/** Runs the job and returns its result. */
async function fetchPapers(app: TestApp) {
  app.advance(60_001);
  await (
    await app.jobs.start("papers.fetch", "schedule")
  ).ended;
  const overview = await app.jobs.overview();
  return overview.find(({ name }) => name === "papers.fetch")?.runs[0];
}

/** A server on this machine whose open connections can be counted. */
async function upstream(
  answer: RequestListener,
): Promise<{ address: string; connections(): Promise<number> }> {
  const server = createServer(answer);
  const { hostAndPort } = await rawServer(server);
  return {
    address: hostAndPort,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => {
          if (error) reject(error);
          else resolve(count);
        });
      }),
  };
}

const silent: RequestListener = () => {};
const oneByteAtATime: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const drip = setInterval(() => response.write(" "), 10);
  response.on("close", () => clearInterval(drip));
};

test.each([
  ["says nothing", silent],
  ["sends a byte at a time", oneByteAtATime],
])("R20: a request to a service that %s times out, and no connection is left", async (_, answer) => {
  const { address, connections } = await upstream(answer);
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const limits: number[] = [];
  const spy = vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    limits.push(milliseconds);
    return timeout(100);
  });
  onTestFinished(() => {
    spy.mockRestore();
  });
  const { call } = await productWith({}, { OPENLIBRARY_URL: `http://${address}`, OUTBOUND_ALLOW: address });
  const reply = await call("POST", "/trpc/readings.lookup", { isbnOrUrl: "9780465026562" });
  expect(reply.status).toBe(504);
  expect(limits.length).toBeGreaterThan(0);
  expect(Math.max(...limits)).toBeLessThanOrEqual(20_000);
  await expect.poll(connections, { timeout: 30_000 }).toBe(0);
});

const feed = (body: string): StubReply => ({ headers: { "content-type": "application/atom+xml" }, body });

test.each<[string, StubReply | "cut"]>([
  [
    "a page instead",
    { headers: { "content-type": "text/html" }, body: "<!doctype html><h1>Maintenance</h1>" },
  ],
  ["nothing", feed("")],
  [
    "half of a feed",
    feed('<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://ar'),
  ],
  ["an empty feed", feed('<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"></feed>')],
  ["something else", feed('{"papers":[]}')],
  ["noise", { headers: { "content-type": "application/atom+xml" }, body: new Uint8Array(3000).fill(0xfe) }],
  ["a reply that breaks off", "cut"],
])("R21: when arXiv sends %s, stored data stays, and the next valid reply is accepted", async (_, answer) => {
  const { app, upstreams, call } = await productWith();
  expect(await fetchPapers(app)).toMatchObject({ state: "succeeded", counts: { added: 3 } });
  const { body: before } = await call("GET", "/api/arxiv");
  upstreams.arxiv.entries.unshift(buildEntry(0));
  upstreams.arxiv.answerAlways(answer);
  expect(await fetchPapers(app)).toMatchObject({ state: "failed", error: expect.stringMatching(/\w/u) });
  expect((await call("GET", "/api/arxiv")).body).toEqual(before);
  upstreams.arxiv.answerAlways(null);
  expect(await fetchPapers(app)).toMatchObject({ state: "succeeded", counts: { added: 1 } });
  expect((await call("GET", "/api/arxiv")).body).toHaveLength(4);
});

test("R22: an endless reply is cut off at the limit, compressed or not", async () => {
  const piece = Buffer.alloc(1_000_000, "<entry>");
  let sent = 0;
  const endless: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "application/atom+xml" });
    const more = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
      sent += piece.length;
    };
    response.on("drain", more);
    more();
  };
  const packed = gzipSync(Buffer.alloc(100_000_000, "<entry>"));
  const bomb: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "application/atom+xml", "content-encoding": "gzip" });
    response.end(packed);
  };
  for (const answer of [endless, bomb]) {
    const { address, connections } = await upstream(answer);
    const environment = { ARXIV_API_URL: `http://${address}/api`, OUTBOUND_ALLOW: address };
    const { app } = await productWith({}, environment);
    expect(await fetchPapers(app)).toMatchObject({
      state: "failed",
      error: expect.stringContaining("too large"),
    });
    await expect.poll(connections, { timeout: 30_000 }).toBe(0);
  }
  // At most 15 MB are read; more is in socket buffers.
  expect(sent).toBeLessThan(60_000_000);
});

test("R23: arXiv gets its requested pause, one request in three seconds, and at most three", async () => {
  const papers = Array.from({ length: 250 }, (_, index) => buildEntry(index));
  const { app, upstreams, waits } = await productWith({ papers });
  expect(await fetchPapers(app)).toMatchObject({ state: "succeeded" });
  expect(upstreams.arxiv.hits).toHaveLength(3);
  expect(waits).toEqual([3000, 3000]);

  const busy = (seconds: number): StubReply => ({ status: 503, headers: { "retry-after": String(seconds) } });
  upstreams.arxiv.answerNext(busy(7));
  expect(await fetchPapers(app)).toMatchObject({ state: "succeeded" });
  expect(waits).toContain(7000);

  const asked = upstreams.arxiv.hits.length;
  upstreams.arxiv.answerAlways(busy(1));
  expect(await fetchPapers(app)).toMatchObject({ state: "failed" });
  expect(upstreams.arxiv.hits).toHaveLength(asked + 3);
  // A pause that is too long to wait for is left to the next run.
  upstreams.arxiv.answerAlways(busy(3600));
  expect(await fetchPapers(app)).toMatchObject({ state: "failed" });
  expect(upstreams.arxiv.hits).toHaveLength(asked + 4);
});

test("R24: a provider that disconnects leaves nothing behind, gets one call for each click, and can be retried", async () => {
  const { app, upstreams, call } = await productWith({
    model: () => ({ text: "**Key Contribution**\n1. Agents plan." }),
  });
  await fetchPapers(app);
  const [paper] = (await call("GET", "/api/arxiv")).body;
  const summarize = () => call("POST", `/api/arxiv/${paper.id}/generate-summary`);
  for (const [index, answer] of (["cut", { status: 500 }, { body: '{"status":"compl' }] as const).entries()) {
    upstreams.perplexity?.answerNext(answer);
    expect((await summarize()).status).toBe(502);
    expect(upstreams.perplexity?.hits).toHaveLength(index + 1);
    expect((await call("GET", "/api/arxiv")).body[0].pplxSummary).toBeNull();
  }
  expect((await summarize()).body.summary).toContain("Agents plan.");
});
