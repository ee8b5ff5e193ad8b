import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { urlOfFile } from "#db/database-url.ts";
import { signInAdmin, startProduct } from "#tests/support/built/product.ts";
import { findLosses, openLedger, writeUnderLoad } from "#tests/support/write-load.ts";

import { percentile } from "../bench/load.ts";
import { failuresOf, type Part } from "./part.ts";

const KILLS = 200;
const WRITERS = 4;
const EARLIEST_MS = 50;
const LATEST_MS = 1500;
const READY_MS = 2000;

/** Kills the server again and again while people write, and compares what is there with what was acknowledged. */
export const kills: Part = {
  name: "kills",
  about: `${KILLS} kills (SIGKILL) under load, with a ledger of what was acknowledged`,
  async run({ folder, say }) {
    const file = join(folder, "kills.db");
    const ledger = openLedger(join(folder, "ledger"));
    let server = await startProduct(file);
    const { cookie } = await signInAdmin(server, file);
    const starts: number[] = [];
    const sum = { lost: 0, halfWritten: 0, damage: 0 };
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const ending = new AbortController();
      const { origin } = server;
      const load = writeUnderLoad({ origin, cookie, ledger, writers: WRITERS, signal: ending.signal });
      await wait(EARLIEST_MS + Math.random() * (LATEST_MS - EARLIEST_MS));
      await server.kill();
      ending.abort();
      await load;
      server = await startProduct(file);
      starts.push(server.startMs);
      const { lost, halfWritten, damage } = await findLosses(urlOfFile(file), ledger);
      sum.lost += lost.length;
      sum.halfWritten += halfWritten.length;
      sum.damage += damage.length;
      if (kill % 20 === 0) say(`${kill} kills, ${ledger.read().length} acknowledged writes`);
    }
    const code = await server.stop();
    return {
      figures: [
        `${KILLS} kills, ${ledger.read().length} acknowledged writes: ${sum.lost} lost, ${sum.halfWritten} half-written, ${sum.damage} lines of damage`,
        `ready after ${percentile(starts, 0.5).toFixed(0)} ms (median), ${Math.max(...starts).toFixed(0)} ms (longest)`,
      ],
      failures: failuresOf({
        "nothing that was acknowledged is lost": sum.lost === 0,
        "nothing is half-written": sum.halfWritten === 0,
        "integrity_check is ok after each kill": sum.damage === 0,
        [`half of the starts are ready within ${READY_MS} ms`]: percentile(starts, 0.5) <= READY_MS,
        "the last server ends in order": code === 0,
      }),
    };
  },
};
