import { copyFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { urlOfFile } from "../../db/database-url.ts";
import { canMountDisks, onDiskOf } from "../../tests/support/small-disk.ts";
import { findLosses, openLedger, writeUnderLoad } from "../../tests/support/write-load.ts";
import { signIn, startProduct } from "../bench/product.ts";
import { failuresOf, type Part } from "./part.ts";

const ROUNDS = 10;
const DISK_MB = 60;
const FULL_MS = 2000;
const HEALED_MS = 5000;
const MB = 1024 ** 2;

/** Fills the disk under a server that people write to, and frees it again. */
export const disk: Part = {
  name: "disk",
  about: `a disk that is full and free again, ${ROUNDS} times under load`,
  async run({ folder, say }) {
    if (!canMountDisks)
      return { figures: ["left out: this machine does not let people mount disks"], failures: [] };
    const data = join(folder, "data");
    const server = await startProduct(join(data, "disk.db"), {
      // So small a disk is never ready for uploads.
      path: "/healthz",
      environment: { LOG_LEVEL: "silent" },
      surround: onDiskOf(DISK_MB, data),
    });
    const seen = (file: string) => join(`/proc/${server.pid}/root`, data, file);
    const { cookie } = await signIn(server, "ada");
    const ledger = openLedger(join(folder, "ledger"));
    const ending = new AbortController();
    const load = writeUnderLoad({
      origin: server.origin,
      cookie,
      ledger,
      writers: 4,
      signal: ending.signal,
    });
    let slowestMs = 0;
    let readsFailed = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      await wait(500);
      fill(seen("filler"));
      await wait(FULL_MS);
      const reply = await fetch(`${server.origin}/api/ai-tools`, { headers: { cookie } });
      await reply.arrayBuffer();
      if (!reply.ok) readsFailed += 1;
      rmSync(seen("filler"));
      slowestMs = Math.max(slowestMs, await untilWritten(ledger.read));
    }
    ending.abort();
    const outcomes = await load;
    for (const part of ["", "-wal"]) copyFileSync(seen(`disk.db${part}`), join(folder, `disk.db${part}`));
    const { lost, halfWritten, damage } = await findLosses(urlOfFile(join(folder, "disk.db")), ledger);
    say(`outcomes by status: ${JSON.stringify(Object.fromEntries(outcomes))}`);
    const code = await server.stop();
    return {
      figures: [
        `${ROUNDS} times full: ${ledger.read().length} acknowledged writes, ${outcomes.get(507) ?? 0} refused with 507`,
        `writing again ${slowestMs.toFixed(0)} ms after there was room, at the latest`,
      ],
      failures: failuresOf({
        "nothing is lost, half-written or damaged": lost.length + halfWritten.length + damage.length === 0,
        "writes were refused while the disk was full": (outcomes.get(507) ?? 0) > 0,
        "nothing but 507 and 503 was said": [...outcomes.keys()].every((outcome) =>
          [200, 201, 503, 507].includes(Number(outcome)),
        ),
        "reads went on": readsFailed === 0,
        [`writes work within ${HEALED_MS} ms after there is room`]: slowestMs <= HEALED_MS,
        "the server never went away, and ends in order": code === 0,
      }),
    };
  },
};

function fill(file: string): void {
  for (const size of [MB, 4096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: "a" });
    } catch {
      // Full.
    }
  }
}

/** For how many milliseconds nothing more is acknowledged. */
async function untilWritten(read: () => unknown[]): Promise<number> {
  const start = performance.now();
  const before = read().length;
  while (read().length === before && performance.now() - start < 60_000) await wait(10);
  return performance.now() - start;
}
