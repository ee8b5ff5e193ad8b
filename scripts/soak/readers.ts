import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { openLedger, writeUnderLoad } from "../../tests/support/write-load.ts";
import { percentile } from "../bench/load.ts";
import { type Person, signInAdmin, startProduct } from "../bench/product.ts";
import { failuresOf, type Part } from "./part.ts";

const READINGS = 2000;
const SECONDS = 30;
const SECONDS_WITHOUT = 10;
const PATHS = ["/api/readings/export/json", "/api/readings", "/api/readings/export/csv"];
/** What a busy machine may add, in milliseconds and times of what calls take without slow readers. */
const P99_MS = 200;
const P99_TIMES = 2;
const MAX_LOG_BYTES = 64 * 1024 ** 2;

/** Has some people read large replies at a byte a second while others write. */
export const readers: Part = {
  name: "readers",
  about: `exports and a list that are read at a byte a second, for ${SECONDS} seconds under load`,
  async run({ folder, say }) {
    const file = join(folder, "readers.db");
    const server = await startProduct(file);
    const admin = await signInAdmin(server, file);
    await addReadings(admin);
    const ledger = openLedger(join(folder, "ledger"));
    const ending = new AbortController();
    const { cookie } = admin;
    const load = writeUnderLoad({
      origin: server.origin,
      cookie,
      ledger,
      writers: 2,
      signal: ending.signal,
    });
    const without = await callFor(SECONDS_WITHOUT, admin, file);
    // From their first bytes on: to make the replies takes a while by itself.
    const slow = await Promise.all(PATHS.map((path) => readSlowly(server.origin, path, admin.cookie)));
    const { p99, calls, longestLog } = await callFor(SECONDS, admin, file);
    ending.abort();
    const outcomes = await load;
    const areOpen = slow.every(({ destroyed }) => !destroyed);
    for (const socket of slow) socket.destroy();
    say(`outcomes by status: ${JSON.stringify(Object.fromEntries(outcomes))}`);
    await server.stop();
    return {
      figures: [
        `${calls} other calls: p99 ${p99.toFixed(0)} ms; ${without.p99.toFixed(0)} ms without slow readers`,
        `${ledger.read().length} acknowledged writes; log ${(longestLog / 1024 ** 2).toFixed(1)} MiB at most`,
      ],
      failures: failuresOf({
        "other calls take no longer than without slow readers": p99 < without.p99 * P99_TIMES + P99_MS,
        "every write is acknowledged": [...outcomes.keys()].every((outcome) =>
          [200, 201].includes(Number(outcome)),
        ),
        "the log beside the database stays below 64 MiB": longestLog < MAX_LOG_BYTES,
        "the slow readers were there all the time": areOpen,
      }),
    };
  },
};

/** Makes calls one after the other; how long they took, and how long the log beside the database was. */
async function callFor(seconds: number, person: Person, file: string) {
  const times: number[] = [];
  let longestLog = 0;
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const start = performance.now();
    await person.status("GET", "/api/prompts");
    times.push(performance.now() - start);
    longestLog = Math.max(longestLog, existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);
    await wait(20);
  }
  return { calls: times.length, p99: percentile(times, 0.99), longestLog };
}

async function addReadings(admin: Person): Promise<void> {
  for (let from = 0; from < READINGS; from += 100) {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      title: `Book ${from + index}`,
      author: "Ada",
      notes: "n".repeat(9000),
    }));
    await admin.call("POST", "/api/readings/import", { rows });
  }
}

async function readSlowly(origin: string, path: string, cookie: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => null);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`);
  await once(socket, "readable");
  const reading = setInterval(() => socket.read(1), 1000);
  socket.once("close", () => clearInterval(reading));
  return socket;
}
