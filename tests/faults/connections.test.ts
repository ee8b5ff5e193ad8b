import { once } from "node:events";
import { readdirSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";

import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { listen, TIME_LIMITS } from "#server/web/server/http-server.ts";
import { withAda } from "#tests/support/program.ts";
import { testApp } from "#tests/support/test-app.ts";

test("R36: a server empties a large write-ahead log, even if another process wrote it", async () => {
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

/** A client that sends part of a request and then nothing. */
async function halfOpen(origin: string, words: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => {
    socket.destroy();
  });
  // A server may cut the connection off.
  socket.on("error", () => null);
  socket.resume();
  await once(socket, "connect");
  socket.write(words);
  return socket;
}

test("R25: silent clients are disconnected after a while, and others are served", async () => {
  const app = await testApp();
  const times = {
    ...TIME_LIMITS,
    headersTimeout: 500,
    requestTimeout: 1000,
    connectionsCheckingInterval: 50,
  };
  const { server, port } = await listen(app, null, { times });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const quick = `http://127.0.0.1:${port}`;
  const countConnections = () =>
    new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
  const beginnings = [
    "",
    "GET /healthz HTTP/1.1\r\nHost: a",
    "POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
  ];
  const clients = await Promise.all(
    Array.from({ length: 150 }, (_, index) => halfOpen(quick, beginnings[index % 3] ?? "")),
  );
  for (let call = 0; call < 10; call += 1)
    expect((await fetch(`${quick}/healthz`, { headers: { connection: "close" } })).status).toBe(200);
  await expect.poll(countConnections, { timeout: 30_000 }).toBe(0);
  await expect.poll(() => clients.filter(({ closed }) => !closed).length, { timeout: 30_000 }).toBe(0);
});

test("R25: the time limits are ten seconds for headers and sixty for a whole request", () => {
  expect(TIME_LIMITS).toMatchObject({ headersTimeout: 10_000, requestTimeout: 60_000 });
  expect(TIME_LIMITS.connectionsCheckingInterval).toBeLessThanOrEqual(1000);
});

test.runIf(process.platform === "linux")(
  "R36: a server has as many file descriptors after a thousand connections as before",
  async () => {
    const stackloop = await withAda();
    const server = await stackloop.serve();
    const folder = `/proc/${server.pid}/fd`;
    // Ignores the database's descriptors, because background work opens a connection after the start.
    const countDescriptors = () =>
      readdirSync(folder).filter((name) => !targetOf(join(folder, name)).includes("stackloop.db")).length;
    const connectMany = async (rounds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        const calls = Array.from({ length: 50 }, () =>
          fetch(`${server.origin}/api/workspace`, { headers: { connection: "close" } }),
        );
        for (const reply of await Promise.all(calls)) await reply.arrayBuffer();
      }
    };
    await connectMany(2);
    const before = countDescriptors();
    await connectMany(20);
    await expect.poll(countDescriptors, { timeout: 30_000 }).toBeLessThanOrEqual(before);
  },
);

/** Returns what a descriptor is open for; an empty text if it has been closed since. */
function targetOf(descriptor: string): string {
  try {
    return readlinkSync(descriptor);
  } catch {
    return "";
  }
}
