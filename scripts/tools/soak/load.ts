import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { memoryOf } from "#tests/support/built/processes.ts";
import { type Person, signInAdmin, startProduct } from "#tests/support/built/product.ts";

import { mixedLoad } from "../bench/mixed-load.ts";
import { openNewsstand } from "../bench/newsstand.ts";
import { failuresOf, type Part } from "./part.ts";

const REST_MS = 60_000;
const MAX_LOG_BYTES = 64 * 1024 ** 2;
/** What may be open besides: a thread that has not ended yet, a file that is being read. */
const SPARE_DESCRIPTORS = 20;
/** Replies of 5xx that are meant so. */
const MEANT = new Set([502, 503, 504, 507]);
/** Below, the server is still warming up. */
const JUDGED_MINUTES = 10;
const MAX_GROWTH_MIB = 64;

/** What a busy team and a few bad sources ask, then a minute of rest. */
export const load: Part = {
  name: "load",
  about: "mixed load and hostile inputs, then a minute of rest",
  async run({ folder, minutes, say }) {
    const stand = await openNewsstand();
    const file = join(folder, "load.db");
    const server = await startProduct(file, { environment: stand.environment, isWatched: true });
    await wait(1000);
    const idle = memoryOf(server.pid).now;
    const countDescriptors = () => readdirSync(`/proc/${server.pid}/fd`).length;
    const descriptors = countDescriptors();
    const describeMemory = () => {
      const { now, peak } = memoryOf(server.pid);
      return `${now.toFixed(0)} MiB (${(now / idle).toFixed(2)}× of the start), peak ${peak.toFixed(0)} MiB`;
    };
    say(`start: ${describeMemory()}`);
    const errors: number[] = [];
    const admin = noting(await signInAdmin(server, file), errors);
    const start = performance.now();
    let halfWay: number | undefined;
    let longestLog = 0;
    const rounds = await mixedLoad(server, admin, stand, {
      forMs: minutes * 60_000,
      onRound(round) {
        const passed = (performance.now() - start) / 60_000;
        if (passed > minutes / 2) halfWay ??= memoryOf(server.pid).now;
        longestLog = Math.max(longestLog, existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);
        say(`${passed.toFixed(1)} min, ${round} rounds: ${describeMemory()}`);
      },
    });
    const growth = memoryOf(server.pid).now - (halfWay ?? idle);
    const busy = describeMemory();
    await wait(REST_MS);
    const left = countDescriptors();
    const figures = [
      `${rounds} rounds; at their end ${busy}, ${growth.toFixed(0)} MiB more than half-way`,
      `after a minute of rest ${describeMemory()}`,
      `${left} file descriptors, ${descriptors} at the start; log ${(longestLog / 1024 ** 2).toFixed(1)} MiB at most`,
      `longest hold of the event loop: ${(await server.readHold()).longestMs.toFixed(0)} ms`,
      `${errors.length} unexpected replies of 5xx`,
    ];
    await server.stop();
    stand.close();
    return {
      figures,
      failures: failuresOf({
        "no reply was an unexpected 5xx": errors.length === 0,
        "the file descriptors come back": left <= descriptors + SPARE_DESCRIPTORS,
        "the log beside the database stays below 64 MiB": longestLog < MAX_LOG_BYTES,
        [`the second half adds less than ${MAX_GROWTH_MIB} MiB`]:
          minutes < JUDGED_MINUTES || growth < MAX_GROWTH_MIB,
      }),
    };
  },
};

/** The same person, whose unexpected replies are noted. */
const noting = (person: Person, errors: number[]): Person => ({
  ...person,
  async status(method, path, body) {
    const status = await person.status(method, path, body);
    if (status >= 500 && !MEANT.has(status)) errors.push(status);
    return status;
  },
});
