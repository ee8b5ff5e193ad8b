import { memoryOf } from "#tests/support/built/processes.ts";
import { signInAdmin, startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { mixedLoad } from "./mixed-load.ts";
import { openNewsstand } from "./newsstand.ts";

const LOAD_MS = 30_000;
const REST_MS = 60_000;

/** What the server holds after decks, whole lists, imports and hostile feeds, and a minute of rest. */
export async function footprint(run: BenchRun): Promise<void> {
  const file = await run.copyOfArchive("news", run.rows / 10);
  const stand = await openNewsstand();
  const ours = await startProduct(file, { environment: stand.environment });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const idle = memoryOf(ours.pid).now;
  const admin = await signInAdmin(ours, file);
  const rounds = await mixedLoad(ours, admin, stand, { forMs: LOAD_MS });
  const after = memoryOf(ours.pid).now;
  const deadline = performance.now() + REST_MS;
  let rested = after;
  while (performance.now() < deadline && rested > 1.5 * idle) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    rested = memoryOf(ours.pid).now;
  }
  const { peak } = memoryOf(ours.pid);
  await ours.stop();
  stand.close();
  run.report.value(
    `memory right after ${rounds} rounds of decks, lists, imports and hostile feeds`,
    after,
    "MiB",
  );
  run.report.compare("memory within a minute after it, to the start", rested, idle, "MiB", { atMost: 1.5 });
  run.report.value("peak of memory", peak, "MiB", { atMost: 512 });
}
