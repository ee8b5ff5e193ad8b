/**
 * `npm run soak -- [PART …] [AMOUNT]`: `kills` kills the server under load that many times (200), `load` sends mixed
 * load for that many minutes (30). Prints figures, and PASS or FAIL for each part. Exits with 1 if one failed.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { urlOfFile } from "#db/database-url.ts";
import { pause, percentile } from "#tests/support/built/load.ts";
import { memoryOf } from "#tests/support/built/processes.ts";
import { type Person, signInAdmin, startProduct } from "#tests/support/built/product.ts";
import { mixedLoad, openNewsstand } from "#tests/support/newsstand.ts";
import { findLosses, openLedger, writeUnderLoad } from "#tests/support/write-load.ts";

/** The figures of a part, and each promise with its result. */
interface Findings {
  figures: string[];
  promises: Record<string, boolean>;
}

type Part = (folder: string, amount: number | undefined) => Promise<Findings>;

const WRITERS = 4;
const EARLIEST_KILL_MS = 50;
const LATEST_KILL_MS = 1500;
const READY_MS = 2000;

/** Kills the server repeatedly, and compares its database with a ledger of acknowledged writes. */
const kills: Part = async (folder, amount = 200) => {
  const file = join(folder, "kills.db");
  const ledger = openLedger(join(folder, "ledger"));
  let server = await startProduct(file);
  const { cookie } = await signInAdmin(server, file);
  const starts: number[] = [];
  const sum = { lost: 0, halfWritten: 0, damage: 0 };
  for (let kill = 1; kill <= amount; kill += 1) {
    const ending = new AbortController();
    const { origin } = server;
    const load = writeUnderLoad({ origin, cookie, ledger, writers: WRITERS, signal: ending.signal });
    await pause(EARLIEST_KILL_MS + Math.random() * (LATEST_KILL_MS - EARLIEST_KILL_MS));
    await server.kill();
    ending.abort();
    await load;
    server = await startProduct(file);
    starts.push(server.startMs);
    const { lost, halfWritten, damage } = await findLosses(urlOfFile(file), ledger);
    sum.lost += lost.length;
    sum.halfWritten += halfWritten.length;
    sum.damage += damage.length;
    if (kill % 20 === 0) console.log(`   ${kill} kills, ${ledger.read().length} acknowledged writes`);
  }
  const code = await server.stop();
  const startMs = percentile(starts, 0.5);
  return {
    figures: [
      `${amount} kills, ${ledger.read().length} acknowledged writes: ${sum.lost} lost, ${sum.halfWritten} half-written, ${sum.damage} lines of damage`,
      `ready after ${startMs.toFixed(0)} ms (median), ${Math.max(...starts).toFixed(0)} ms (longest)`,
    ],
    promises: {
      "no acknowledged write is lost": ledger.read().length > 0 && sum.lost === 0,
      "nothing is half-written": sum.halfWritten === 0,
      "integrity_check is ok after each kill": sum.damage === 0,
      [`half of the starts are ready within ${READY_MS} ms`]: startMs <= READY_MS,
      "the last server exits with 0": code === 0,
    },
  };
};

const REST_MS = 60_000;
const MAX_LOG_BYTES = 64 * 1024 ** 2;
/** Allowed number of additional open file descriptors, for threads that are ending. */
const SPARE_DESCRIPTORS = 20;
/** Documented statuses above 500. */
const EXPECTED_FAILURES = new Set([502, 503, 504, 507]);
/** A shorter run is still warming up, so its growth is not judged. */
const JUDGED_MINUTES = 10;
const MAX_GROWTH_MIB = 64;

/** Sends the requests of a busy team and a few hostile sites, then rests for a minute. */
const load: Part = async (folder, minutes = 30) => {
  const stand = await openNewsstand();
  const file = join(folder, "load.db");
  const server = await startProduct(file, { environment: stand.environment, isWatched: true });
  await pause(1000);
  const idle = memoryOf(server.pid).now;
  const countDescriptors = () => readdirSync(`/proc/${server.pid}/fd`).length;
  const descriptors = countDescriptors();
  const describeMemory = () => {
    const { now, peak } = memoryOf(server.pid);
    return `${now.toFixed(0)} MiB (${(now / idle).toFixed(2)} × the start), peak ${peak.toFixed(0)} MiB`;
  };
  const errors: number[] = [];
  const admin = withErrors(await signInAdmin(server, file), errors);
  const start = performance.now();
  let halfWay: number | undefined;
  let longestLog = 0;
  const rounds = await mixedLoad(server, admin, stand, {
    forMs: minutes * 60_000,
    onRound(round) {
      const passed = (performance.now() - start) / 60_000;
      if (passed > minutes / 2) halfWay ??= memoryOf(server.pid).now;
      longestLog = Math.max(longestLog, existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);
      console.log(`   ${passed.toFixed(1)} min, ${round} rounds: ${describeMemory()}`);
    },
  });
  const growth = memoryOf(server.pid).now - (halfWay ?? idle);
  await pause(REST_MS);
  const left = countDescriptors();
  const { longestMs, longestTurnMs } = await server.readHold();
  const figures = [
    `${rounds} rounds; ${growth.toFixed(0)} MiB more at their end than half-way`,
    `after a minute of rest ${describeMemory()}`,
    `${left} file descriptors, ${descriptors} at the start; log ${(longestLog / 1024 ** 2).toFixed(1)} MiB at most`,
    `longest hold of the event loop: ${longestMs.toFixed(0)} ms, ${longestTurnMs.toFixed(0)} ms of CPU in one turn`,
    `${errors.length} unexpected replies of 5xx`,
  ];
  await server.stop();
  stand.close();
  return {
    figures,
    promises: {
      "no reply is an unexpected 5xx": errors.length === 0,
      "the file descriptors are closed": left <= descriptors + SPARE_DESCRIPTORS,
      "the log of the database stays below 64 MiB": longestLog < MAX_LOG_BYTES,
      [`the second half adds less than ${MAX_GROWTH_MIB} MiB`]:
        minutes < JUDGED_MINUTES || growth < MAX_GROWTH_MIB,
    },
  };
};

/** Returns the same person, who collects the statuses of unexpected failures in `errors`. */
const withErrors = (person: Person, errors: number[]): Person => ({
  ...person,
  async status(method, path, body) {
    const status = await person.status(method, path, body);
    if (status >= 500 && !EXPECTED_FAILURES.has(status)) errors.push(status);
    return status;
  },
});

const PARTS: Record<string, Part> = { kills, load };
const words = process.argv.slice(2);
const names = words.filter((word) => Number.isNaN(Number(word)));
const amount = words.map(Number).find((number) => number > 0);
const unknown = names.find((name) => !Object.hasOwn(PARTS, name));
if (unknown !== undefined)
  throw new Error(`there is no part ${unknown}; the parts are ${Object.keys(PARTS).join(", ")}`);

for (const [name, run] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n── ${name}`);
  const folder = mkdtempSync(join(tmpdir(), "stackloop-soak-"));
  const start = performance.now();
  try {
    const { figures, promises } = await run(folder, amount);
    const broken = Object.entries(promises).filter(([, holds]) => !holds);
    for (const line of figures) console.log(line);
    for (const [promise] of broken) console.log(`not true: ${promise}`);
    if (broken.length > 0) process.exitCode = 1;
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`── ${name}: ${broken.length === 0 ? "PASS" : "FAIL"} (${seconds} s)`);
  } catch (error) {
    console.log(error);
    console.log(`── ${name}: FAIL`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
