/**
 * `npm run soak [MINUTES]`: mixed load and hostile inputs for half an hour, then a minute of rest. Prints what the
 * server holds on the way, and at the end whether it came back.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { mixedLoad } from "./bench/mixed-load.ts";
import { openNewsstand } from "./bench/newsstand.ts";
import { memoryOf } from "./bench/processes.ts";
import { signInAdmin, startProduct } from "./bench/product.ts";

const minutes = Number(process.argv[2] ?? 30);
const folder = mkdtempSync(join(tmpdir(), "stackloop-soak-"));
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
try {
  const stand = await openNewsstand();
  const file = join(folder, "soak.db");
  const server = await startProduct(file, { environment: stand.environment, isWatched: true });
  await pause(1000);
  const idle = memoryOf(server.pid).now;
  const say = (what: string) => {
    const { now, peak } = memoryOf(server.pid);
    console.log(
      `${what}: ${now.toFixed(0)} MiB (${(now / idle).toFixed(2)}× of the start), peak ${peak.toFixed(0)} MiB`,
    );
  };
  say("start");
  const admin = await signInAdmin(server, file);
  const start = performance.now();
  await mixedLoad(server, admin, stand, {
    forMs: minutes * 60_000,
    onRound: (rounds) => say(`${((performance.now() - start) / 60_000).toFixed(1)} min, ${rounds} rounds`),
  });
  say("end of the load");
  await pause(60_000);
  say("after a minute of rest");
  console.log(`longest hold of the event loop: ${(await server.readHold()).longestMs.toFixed(0)} ms`);
  await server.stop();
  stand.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
