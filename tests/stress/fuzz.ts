/**
 * `npm run fuzz -- [REQUESTS] [--minutes N] [--seed N]` sends generated requests to the built program. `npm run fuzz
 * -- holds [INPUTS] [--minutes N] [--seed N]` sends it documents that are hard to parse. Exits with 1 if it found
 * anything.
 */
import { spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import Database from "better-sqlite3";

import { pause, percentile } from "#tests/support/built/load.ts";
import { memoryOf, type Server } from "#tests/support/built/processes.ts";
import { type Person, signInAdmin, startProduct } from "#tests/support/built/product.ts";
import { inflateGrammar, type InflatedDocument } from "#tests/support/fuzz/documents/grammar.ts";
import { GRAMMARS } from "#tests/support/fuzz/documents/grammars.ts";
import { openHostileSite, type HostileSite } from "#tests/support/fuzz/documents/hostile-site.ts";
import { prepareDocument } from "#tests/support/fuzz/documents/senders.ts";
import { openGarbageWorld } from "#tests/support/fuzz/garbage-world.ts";
import { fuzzRequests, type Outcome } from "#tests/support/fuzz/request-fuzz.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";

/** Concurrent clients, each with its own accounts and seed. */
const LANES = 4;
const REST_MS = 30_000;
/** The memory of a server with its threads after a long run and a rest, in MiB. */
const MAX_MIB_AT_REST = 512;
const CASUAL = { username: "casual", password: "casual-pass" };

interface Options {
  /** The number of requests or documents. */
  count: number;
  minutes: number;
  seed: number;
  folder: string;
}

/** Sends generated requests to the built program and prints the result. True if nothing was found. */
async function fuzzProgram({ count, minutes, seed, folder }: Options): Promise<boolean> {
  const file = join(folder, "fuzz.db");
  const world = await openGarbageWorld(seed);
  const server = await startProduct(file, {
    environment: {
      ...world.environment,
      LOG_LEVEL: "silent",
      NODE_OPTIONS: `--require "${join(import.meta.dirname, "../support/fuzz/no-names.cjs")}"`,
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
        count: Math.ceil(count / LANES),
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
  await pause(REST_MS);
  const { now, peak } = memoryOf(server.pid);
  await server.stop();
  world.close();
  report(outcomes);
  console.log(
    `memory: ${start.toFixed(0)} MiB at the start, ${now.toFixed(0)} MiB at the end, at most ${peak.toFixed(0)} MiB`,
  );
  const isBounded = now <= MAX_MIB_AT_REST;
  if (!isBounded) console.log(`FINDING: it holds more than ${MAX_MIB_AT_REST} MiB`);
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

/** True if the server is ready and its database undamaged. */
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

/**
 * The maximum CPU time of one turn of the event loop. A slower document is sent again: the first time, code is
 * compiled, and garbage of other calls can be collected at any time.
 */
const MAX_MS = 50;
const TRIES = 3;
/** The memory with both threads at work, in MiB. */
const MAX_MIB = 768;
/** True for a success, a refusal, or work that was ended because it took too long. */
const isPlain = (status: number): boolean =>
  (status >= 200 && status < 500) || [502, 503, 504].includes(status);

interface Measured {
  holdMs: number;
  takesMs: number;
  status: number;
}

/** Sends documents that are hard to parse, and measures how long they hold the event loop. */
async function fuzzHolds({ count, minutes, seed, folder }: Options): Promise<boolean> {
  const site = await openHostileSite();
  const file = `${folder}/holds.db`;
  const server = await startProduct(file, {
    environment: { ...site.environment, LOG_LEVEL: "silent", AI_PROVIDER: "none" },
    isWatched: true,
  });
  const admin = await signInAdmin(server, file);
  const end = performance.now() + minutes * 60_000;
  const findings: string[] = [];
  const kinds = new Map<string, Measured[]>();
  let done = 0;
  for (const blown of shuffled(GRAMMARS.flatMap(inflateGrammar), seed)) {
    if (done >= count || performance.now() > end) break;
    done += 1;
    const measured = await measure(blown, { server, admin, site });
    kinds.set(blown.kind, [...(kinds.get(blown.kind) ?? []), measured]);
    const figures = `${measured.holdMs.toFixed(0)} ms, answered ${measured.status} after ${measured.takesMs.toFixed(0)} ms`;
    if (measured.holdMs > MAX_MS || !isPlain(measured.status)) {
      findings.push(`${blown.kind}, ${blown.what}: ${figures}`);
      console.log(`FINDING: ${findings.at(-1)}`);
    }
  }
  const { now, peak } = memoryOf(server.pid);
  const ready = await fetch(`${server.origin}/readyz`);
  await server.stop();
  site.close();
  for (const [kind, all] of kinds) {
    const longest = (of: (one: Measured) => number) => Math.max(...all.map(of)).toFixed(0);
    console.log(
      `${kind}: ${all.length} inputs, longest hold ${longest(({ holdMs }) => holdMs)} ms, longest answer ${longest(({ takesMs }) => takesMs)} ms`,
    );
  }
  console.log(
    `memory: ${now.toFixed(0)} MiB at the end, at most ${peak.toFixed(0)} MiB; /readyz: ${ready.status}`,
  );
  if (peak > MAX_MIB) {
    findings.push(`it held more than ${MAX_MIB} MiB`);
    console.log(`FINDING: ${findings.at(-1)}`);
  }
  console.log(`${done} inputs, ${findings.length} findings`);
  return findings.length === 0 && ready.status === 200;
}

interface Reached {
  server: Server;
  admin: Person;
  site: HostileSite;
}

/** Returns the shortest hold of several attempts, because every attempt includes the document's cost. */
async function measure(blown: InflatedDocument, { server, admin, site }: Reached): Promise<Measured> {
  const send = prepareDocument(blown);
  let best: Measured = { holdMs: Number.POSITIVE_INFINITY, takesMs: 0, status: 0 };
  for (let tried = 0; tried < TRIES && best.holdMs > MAX_MS; tried += 1) {
    await server.readHold();
    const start = performance.now();
    // Status 0 means no reply.
    const status = await send({ admin, origin: server.origin, site }).catch(() => 0);
    const takesMs = performance.now() - start;
    const { longestTurnMs } = await server.readHold();
    if (longestTurnMs < best.holdMs) best = { holdMs: longestTurnMs, takesMs, status };
  }
  return best;
}

/** Shuffles the documents by the seed, so that any part has some of every kind. */
function shuffled(all: readonly InflatedDocument[], seed: number): InflatedDocument[] {
  const random = seededRandom(seed);
  return all
    .map((blown) => ({ blown, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ blown }) => blown);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: "string" }, minutes: { type: "string" } },
});
const isOfHolds = positionals[0] === "holds";
const count = positionals[isOfHolds ? 1 : 0];
const seed = Number(values.seed ?? randomInt(1_000_000_000));
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY);
const folder = mkdtempSync(join(tmpdir(), "stackloop-fuzz-"));
console.log(`seed ${seed}`);
try {
  const isFine = isOfHolds
    ? await fuzzHolds({ count: Number(count ?? Number.POSITIVE_INFINITY), minutes, seed, folder })
    : await fuzzProgram({ count: Number(count ?? 100_000), minutes, seed, folder });
  process.exitCode = isFine ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
