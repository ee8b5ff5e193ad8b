import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";

import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { program, withAda } from "#tests/support/program.ts";
import { signedIn, signedUp } from "#tests/support/rest-client.ts";

test("a second server on the same database is refused at once, and the first goes on", async () => {
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

test.each([[["SIGTERM"]], [["SIGINT"]], [["SIGINT", "SIGINT", "SIGTERM"]]] as const)(
  "a server that is asked to stop by %j ends well and frees its database",
  async (signals) => {
    const stackloop = program();
    const server = await stackloop.serve();
    await signedUp(server.origin, "ada");
    expect(await server.stop(...signals)).toBe(0);
    expect(readdirSync(dirname(stackloop.database)).toSorted()).toEqual([
      "stackloop.db",
      "stackloop.db.lock",
    ]);
    const next = await stackloop.serve();
    expect(await next.stop("SIGTERM")).toBe(0);
  },
);

test("a server that is asked to stop does not wait for those who watch its jobs", async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const cookie = (await signedIn(server.origin, "ada")).cookie();
  const watching = await fetch(`${server.origin}/trpc/jobs.watch`, { headers: { cookie } });
  const events = watching.body?.getReader();
  expect(new TextDecoder().decode((await events?.read())?.value)).toContain("event: connected");
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(server.output()).not.toMatch(/cut off|"level":50/u);
  expect(existsSync(`${stackloop.database}-wal`)).toBe(false);
});

test("a server empties its database's log once much stands in it, whoever wrote that", async () => {
  const stackloop = await withAda();
  await stackloop.serve();
  const sqlite = new Database(stackloop.database);
  onTestFinished(() => {
    sqlite.close();
  });
  const pagesInLog = () => {
    const [log] = sqlite.prepare<[], [number, number, number]>("pragma wal_checkpoint(NOOP)").raw().all();
    return log ? log[1] - log[2] : null;
  };
  sqlite.pragma("wal_autocheckpoint = 0");
  const write = sqlite.prepare("insert into settings (key, value) values (?, hex(zeroblob(2500)))");
  sqlite.transaction(() => {
    for (let page = 0; page < 1500; page += 1) write.run(`page ${page}`);
  })();
  await expect.poll(pagesInLog, { timeout: 30_000 }).toBeLessThan(1000);
  expect(sqlite.prepare("select count(*) from settings where key like 'page %'").pluck().get()).toBe(1500);
});

test("a request in flight is answered before a server that is asked to stop ends", async () => {
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

test("after a kill the next start works at once, with all that was acknowledged", async () => {
  const stackloop = program();
  const server = await stackloop.serve();
  await signedUp(server.origin, "ada");
  await server.stop("SIGKILL");
  const next = await stackloop.serve();
  expect((await signedIn(next.origin, "ada")).cookie()).not.toBe("");
});

/** Has a server do this when it gets a SIGUSR2. */
const onUserSignal = (work: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`process.on("SIGUSR2", () => { ${work} });`)}`,
});

test("work that fails unseen is written to the log, and the server goes on", async () => {
  const stackloop = program();
  const server = await stackloop.serve(onUserSignal('Promise.reject(new Error("a stray failure"))'));
  process.kill(server.pid, "SIGUSR2");
  await expect.poll(server.output).toContain("a stray failure");
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);
});

test("an error that nobody caught is written to the log, and the server ends in order", async () => {
  const stackloop = program();
  const server = await stackloop.serve(onUserSignal('throw new Error("a stray error")'));
  await signedUp(server.origin, "ada");
  expect(await server.stop("SIGUSR2")).toBe(1);
  expect(server.output()).toMatch(/a stray error[^]*"msg":"stopping"/u);
  expect(existsSync(`${stackloop.database}-wal`)).toBe(false);
  expect((await signedIn((await stackloop.serve()).origin, "ada")).cookie()).not.toBe("");
});

test("a taken port is told in one line", async () => {
  const taken = await listening(() => {});
  const port = taken.split(":")[1] ?? "";
  const { code, stderr } = await program().run(["serve"], { PORT: port });
  expect(code).toBe(1);
  expect(stderr).toEqual([
    `stackloop: another program is already using 127.0.0.1:${port}; stop it, or set PORT to another number`,
  ]);
});

/** Another program on this machine; answers its address without the scheme. */
async function listening(answer: RequestListener): Promise<string> {
  const other = createServer(answer).listen(0, "127.0.0.1");
  onTestFinished(() => {
    other.close();
    other.closeAllConnections();
  });
  await once(other, "listening");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server's address is always this
  const { port } = other.address() as AddressInfo;
  return `127.0.0.1:${port}`;
}
