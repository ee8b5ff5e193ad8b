import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import Database from "better-sqlite3";

import { memoryOf, type Server } from "#tests/support/built/processes.ts";
import { startProduct } from "#tests/support/built/product.ts";
import { openGarbageWorld } from "#tests/support/fuzz/garbage-world.ts";
import { fuzzRequests, type Outcome } from "#tests/support/fuzz/request-fuzz.ts";

import { percentile } from "../bench/load.ts";

/** As many go about it at the same time, each with people, ids and a seed of their own. */
const LANES = 4;
const REST_MS = 30_000;
/** What a server with its threads may hold after a long run and a rest, in MiB; see the limits of the lanes. */
const MOST_MIB = 512;
const CASUAL = { username: "casual", password: "casual-pass" };

interface Options {
  requests: number;
  minutes: number;
  seed: number;
  folder: string;
}

/** Sends generated requests to the built program, prints what came of it, and answers whether all was well. */
export async function fuzzProgram({ requests, minutes, seed, folder }: Options): Promise<boolean> {
  const file = join(folder, "fuzz.db");
  const world = await openGarbageWorld(seed);
  const server = await startProduct(file, {
    environment: {
      ...world.environment,
      LOG_LEVEL: "silent",
      NODE_OPTIONS: `--require "${join(import.meta.dirname, "../../../tests/support/fuzz/no-names.cjs")}"`,
    },
  });
  createUser(file, CASUAL.username, CASUAL.password);
  const people = Array.from({ length: LANES }, (_, lane) => ({
    admin: createUser(file, `admin-${lane}`, `own-word-${lane}`, "--admin"),
    user: createUser(file, `user-${lane}`, `own-word-${lane}`),
  }));
  const start = memoryOf(server.pid).now;
  const spared = new Set<string>();
  const outcomes = await Promise.all(
    people.map((accounts, lane) =>
      fuzzRequests({
        origin: server.origin,
        accounts,
        spared,
        seed: seed + lane * 1_000_000,
        count: Math.ceil(requests / LANES),
        until: performance.now() + minutes * 60_000,
        addresses: world.addresses,
        onProgress: (done) => {
          if (lane === 0 && done % 2500 === 0)
            console.log(`${done * LANES} requests, ${memoryOf(server.pid).now.toFixed(0)} MiB`);
        },
      }),
    ),
  );
  const isSound = await isWell(server, file);
  await wait(REST_MS);
  const { now, peak } = memoryOf(server.pid);
  await server.stop();
  world.close();
  report(outcomes);
  console.log(
    `memory: ${start.toFixed(0)} MiB at the start, ${now.toFixed(0)} MiB at the end, at most ${peak.toFixed(0)} MiB`,
  );
  const isBounded = now <= MOST_MIB;
  if (!isBounded) console.log(`FINDING: it holds more than ${MOST_MIB} MiB`);
  return isSound && isBounded && outcomes.every(({ findings }) => findings.length === 0);
}

function createUser(file: string, username: string, password: string, ...options: string[]) {
  spawnSync(
    process.execPath,
    ["dist/server/stackloop.cjs", "user", "create", username, "--password", password, ...options],
    { env: { ...process.env, DATABASE_URL: `file:${file}`, LOG_LEVEL: "error" } },
  );
  return { username, password };
}

/** Whether the server is ready, and its database whole. */
async function isWell(server: Server, file: string): Promise<boolean> {
  const ready = await fetch(`${server.origin}/readyz`);
  const database = new Database(file, { readonly: true });
  const integrity = database.pragma("integrity_check", { simple: true });
  database.close();
  console.log(`/readyz: ${ready.status}, integrity_check: ${String(integrity)}`);
  return ready.status === 200 && integrity === "ok";
}

function report(outcomes: readonly Outcome[]): void {
  const statuses = new Map<number, number>();
  for (const outcome of outcomes)
    for (const [status, count] of outcome.statuses) statuses.set(status, (statuses.get(status) ?? 0) + count);
  const times = outcomes.flatMap(({ milliseconds }) => milliseconds);
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const calls = new Set(outcomes.flatMap((outcome) => outcome.calls));
  const succeeded = new Set(outcomes.flatMap((outcome) => [...outcome.succeeded]));
  const listed = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`${times.length} requests; by status: ${listed.join(", ")}`);
  console.log(
    `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms; ${succeeded.size} of ${calls.size} calls succeeded at least once`,
  );
  const missing = [...calls].filter((name) => !succeeded.has(name));
  if (missing.length > 0) console.log(`never: ${missing.join(", ")}`);
  console.log(`${findings.length} findings`);
  for (const { fault, request, reply, seed } of findings)
    console.log(`\nFINDING (seed ${seed}): ${fault}\n  ${request}\n  ${reply}`);
}
