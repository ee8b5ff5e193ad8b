import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import type { JobOverview } from "#shared/operations/jobs.ts";
import { freePort, listening } from "#tests/support/listening.ts";
import { type Program, program, withAda } from "#tests/support/program.ts";
import { restClient, signedIn, signedUp } from "#tests/support/rest-client.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { isOnServer, onSqliteAlone } from "#tests/support/test-database.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";
import { atomReply, buildEntry } from "#tests/support/upstreams/arxiv-upstream.ts";
import { findLosses, openLedger, type Outcomes, writeUnderLoad } from "#tests/support/write-load.ts";

/** For a database file, expects that everything has been moved into the file. */
function expectNothingLeft({ database }: Program): void {
  if (isOnServer()) return;
  expect(readdirSync(dirname(database)).toSorted()).toEqual(["stackloop.db", "stackloop.db.lock"]);
}

onSqliteAlone("one process holds the file", () => {
  test("R12: a second server on the same database is refused at once, and the first continues", async () => {
    const stackloop = program();
    const first = await stackloop.serve();
    const { code, stderr } = await stackloop.run(["serve"]);
    expect(code).toBe(1);
    expect(stderr).toEqual([
      `stackloop: another StackLoop process (${first.pid}) is already running on ./data/stackloop.db; ` +
        "stop it first, or set DATABASE_URL to another file",
    ]);
    const { status } = await fetch(`${first.origin}/readyz`);
    expect(status).toBe(200);
  });
});

for (const signals of [["SIGTERM"], ["SIGINT"], ["SIGINT", "SIGINT", "SIGTERM"]] as const)
  test(
    `R4: a server stopped by ${signals.join()} shuts down cleanly and releases its database`,
    thoroughUnless(signals[0] === "SIGTERM"),
    async () => {
      const stackloop = program();
      const server = await stackloop.serve();
      await signedUp(server.origin, "ada");
      expect(await server.stop(...signals)).toBe(0);
      expectNothingLeft(stackloop);
      const next = await stackloop.serve();
      expect(await next.stop("SIGTERM")).toBe(0);
    },
  );

test("R3: a stopping server does not wait for subscribers to its jobs", async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const cookie = (await signedIn(server.origin, "ada")).cookie();
  const watching = await fetch(`${server.origin}/trpc/jobs.watch`, { headers: { cookie } });
  const events = watching.body?.getReader();
  expect(new TextDecoder().decode((await events?.read())?.value)).toContain("event: connected");
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(server.output()).not.toMatch(/cut off|"level":50/u);
  expectNothingLeft(stackloop);
});

test("R3: a stopping server replies to open requests first", async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const book = { title: "Gödel, Escher, Bach", authors: [{ name: "Douglas Hofstadter" }] };
  const library = await listening((_request, response) => {
    ask();
    response.setHeader("Content-Type", "application/json");
    void released.then(() => response.end(JSON.stringify({ "ISBN:9780465026562": book })));
  });
  const stackloop = await withAda();
  const server = await stackloop.serve({ OPENLIBRARY_URL: `http://${library}`, OUTBOUND_ALLOW: library });
  const ada = await signedIn(server.origin, "ada");
  const lookup = ada.call("POST", "/trpc/readings.lookup", { isbnOrUrl: "9780465026562" });
  await asked;
  const stopped = server.stop("SIGTERM");
  await expect.poll(server.output).toContain('"msg":"stopping"');
  release();
  expect(await lookup).toMatchObject({
    status: 200,
    body: { result: { data: { title: "Gödel, Escher, Bach" } } },
  });
  expect(await stopped).toBe(0);
});

test("R12: after a kill the next start works at once, with every acknowledged write", async () => {
  const stackloop = program();
  const server = await stackloop.serve();
  await signedUp(server.origin, "ada");
  await server.stop("SIGKILL");
  const next = await stackloop.serve();
  expect((await signedIn(next.origin, "ada")).cookie()).not.toBe("");
});

/** Runs `work` in a server on SIGUSR2. */
const onUserSignal = (work: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${work} });`)}`,
});

test("R35: a background failure is logged, and the server continues", async () => {
  const stackloop = program();
  const server = await stackloop.serve(onUserSignal('Promise.reject(new Error("a stray failure"))'));
  process.kill(server.pid, "SIGUSR2");
  await expect.poll(server.output).toContain("a stray failure");
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);
});

test("R35: an uncaught error is logged, and the server shuts down cleanly", async () => {
  const stackloop = program();
  const server = await stackloop.serve(onUserSignal('throw new Error("a stray error")'));
  await signedUp(server.origin, "ada");
  expect(await server.stop("SIGUSR2")).toBe(1);
  expect(server.output()).toMatch(/a stray error[^]*"msg":"stopping"/u);
  expectNothingLeft(stackloop);
  expect((await signedIn((await stackloop.serve()).origin, "ada")).cookie()).not.toBe("");
});

const NO_LOSSES = { lost: [], halfWritten: [], damage: [] };

/** The only errors allowed while a server stops or starts. */
const expectNoErrors = (outcomes: Outcomes) => {
  expect([200, 201, 503, "none"]).toEqual(expect.arrayContaining([...outcomes.keys()]));
};

test("R3: a server stopped under load shuts down cleanly, with every acknowledged write", async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const cookie = (await signedIn(server.origin, "ada")).cookie();
  const ledger = openLedger(join(stackloop.folder, "ledger"));
  const ending = new AbortController();
  const load = writeUnderLoad({ origin: server.origin, cookie, ledger, writers: 20, signal: ending.signal });
  await expect.poll(() => ledger.read().length, { timeout: 30_000 }).toBeGreaterThan(100);
  expect(await server.stop("SIGTERM")).toBe(0);
  ending.abort();
  expectNoErrors(await load);
  expectNothingLeft(stackloop);
  expect(await findLosses(await stackloop.url(), ledger)).toEqual(NO_LOSSES);
});

test("R34: people who write during a restart lose nothing, see no server error and stay signed in", async () => {
  const stackloop = await withAda();
  const environment = { PORT: await freePort() };
  let server = await stackloop.serve(environment);
  const cookie = (await signedIn(server.origin, "ada")).cookie();
  const ledger = openLedger(join(stackloop.folder, "ledger"));
  const ending = new AbortController();
  const load = writeUnderLoad({ origin: server.origin, cookie, ledger, writers: 10, signal: ending.signal });
  for (let restart = 0; restart < 3; restart += 1) {
    const before = ledger.read().length;
    await expect.poll(() => ledger.read().length, { timeout: 30_000 }).toBeGreaterThan(before + 30);
    expect(await server.stop("SIGTERM")).toBe(0);
    server = await stackloop.serve(environment);
    const { status } = await restClient(server.origin).call("GET", "/api/user", undefined, { cookie });
    expect(status).toBe(200);
  }
  ending.abort();
  expectNoErrors(await load);
  expect(await findLosses(await stackloop.url(), ledger)).toEqual(NO_LOSSES);
});

test("R4: an interrupted job is marked, and the next run stores the rest without duplicates", async () => {
  const papers = Array.from({ length: 150 }, (_, index) => buildEntry(index));
  const upstreams = await startUpstreams({ papers });
  onTestFinished(() => upstreams.close());
  const stackloop = await withAda();
  const environment = { ...upstreams.environment, NIGHTLY_CRON: "0 2 * * *" };
  // A new database fetches papers at once: the first page arrives, the second does not.
  const { hits } = upstreams.arxiv;
  upstreams.arxiv.answerNext(atomReply(papers.slice(0, 100), papers.length), "hang");
  const first = await stackloop.serve(environment);
  await expect.poll(() => hits.length, { timeout: 30_000 }).toBe(2);
  expect(await first.stop("SIGTERM")).toBe(0);
  const second = await stackloop.serve(environment);
  const ada = await signedIn(second.origin, "ada");
  // The server also catches up on its own: the first two runs show the effect of a stop.
  const firstStates = async () => {
    const { body } = await ada.call("GET", "/trpc/jobs.overview");
    const jobs: JobOverview[] = body.result.data;
    const runs = jobs.find(({ name }) => name === "papers.fetch")?.runs ?? [];
    return runs
      .map(({ state }) => state)
      .toReversed()
      .slice(0, 2);
  };
  expect((await firstStates())[0]).toBe("interrupted");
  await ada.call("POST", "/trpc/jobs.start", { name: "papers.fetch" });
  await expect.poll(firstStates, { timeout: 50_000 }).toEqual(["interrupted", "succeeded"]);
  const { body: stored } = await ada.call("GET", "/api/arxiv");
  expect(new Set(stored.map(({ arXivId }: { arXivId: string }) => arXivId)).size).toBe(stored.length);
  expect(stored).toHaveLength(150);
});

test("R4: a second signal stops a server without waiting", async () => {
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const silent = await listening(() => {
    ask();
  });
  const stackloop = await withAda();
  const server = await stackloop.serve({ OPENLIBRARY_URL: `http://${silent}`, OUTBOUND_ALLOW: silent });
  const ada = await signedIn(server.origin, "ada");
  const lookup = ada.call("POST", "/trpc/readings.lookup", { isbnOrUrl: "9780465026562" });
  const cutOff = lookup.then(
    () => "answered",
    () => "cut off",
  );
  await asked;
  const stopped = server.stop("SIGTERM");
  await expect.poll(server.output).toContain('"msg":"stopping"');
  // A signal that follows at once comes from the same key press, passed on by another program.
  const impatient = setInterval(() => process.kill(server.pid, "SIGTERM"), 100);
  // A clean shutdown would end with 0.
  expect(await stopped.finally(() => clearInterval(impatient))).toBe(1);
  expect(await cutOff).toBe("cut off");
});
