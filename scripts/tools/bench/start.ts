import { memoryOf, type Server, startServer } from "#tests/support/built/processes.ts";
import { signIn, startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { median, sendLoad } from "./load.ts";

const STARTS = 5;
const AT_REST_MS = 900;

/** From nothing to the first answer, and what the server holds at rest; with an empty database and with the largest. */
export async function start(run: BenchRun): Promise<void> {
  const { report } = run;
  const empty = run.file("empty.db");
  const small = await run.archive("news", run.rows / 100);
  const full = await run.archive("news", run.rows);
  const programs = {
    bare: () => startServer(["scripts/tools/bench/bare-node.cjs"], { path: "/" }),
    empty: () => startProduct(empty),
    small: () => startProduct(small),
    full: () => startProduct(full),
  };
  const figures = () => ({
    bare: [] as number[],
    empty: [] as number[],
    small: [] as number[],
    full: [] as number[],
  });
  const times = figures();
  const memory = figures();
  const pages = figures();
  for (let round = -1; round < STARTS; round += 1) {
    for (const name of ["bare", "empty", "small", "full"] as const) {
      const server = await programs[name]();
      await new Promise((resolve) => setTimeout(resolve, AT_REST_MS));
      const { now } = memoryOf(server.pid);
      const page = name === "bare" ? 0 : await firstPage(server);
      await server.stop();
      // The first one of all reads files that the others find in memory.
      if (round < 0) continue;
      times[name].push(server.startMs);
      memory[name].push(now);
      pages[name].push(page);
    }
  }
  const rows = run.rows.toLocaleString("en-US");
  report.compare(
    "start to the first answer from the database, to bare Node.js",
    median(times.empty),
    median(times.bare),
    "ms",
    { atMost: 3 },
  );
  report.compare(
    `start with ${rows} articles, to an empty file`,
    median(times.full),
    median(times.empty),
    "ms",
    { atMost: 1.2 },
  );
  report.compare(
    `first page of news after it, to ${(run.rows / 100).toLocaleString("en-US")} articles`,
    median(pages.full),
    median(pages.small),
    "ms",
    { atMost: 1.2 },
  );
  report.value("memory at rest", median(memory.empty), "MiB", { atMost: 110 });
  report.compare("memory at rest, to bare Node.js", median(memory.empty), median(memory.bare), "MiB", {
    atMost: 2,
  });
  report.value(`memory at rest with ${rows} articles`, median(memory.full), "MiB");
}

async function firstPage(server: Server): Promise<number> {
  const { cookie } = await signIn(server, "reader");
  const load = { path: "/api/news?limit=50", headers: { cookie } };
  return (await sendLoad(server, load, { count: 1, connections: 1 })).p50Ms;
}
