import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";

import { startServer } from "#tests/support/built/processes.ts";
import { startProduct } from "#tests/support/built/product.ts";

import type { BenchRun } from "./bench-run.ts";
import { median } from "./load.ts";

const STARTS = 7;
const EXECUTABLE = "dist/stackloop";

/** The executable file: its size, and its way from nothing to the first answer, unpacked already and for the first time. */
export async function executable(run: BenchRun): Promise<void> {
  const { report } = run;
  const { status } = spawnSync(process.execPath, ["scripts/package.mjs"], { stdio: "inherit" });
  if (status !== 0) throw new Error("the executable file could not be made");
  report.value("the executable file", statSync(EXECUTABLE).size / 1e6, "MB", { atMost: 125 });

  const database = run.file("empty.db");
  const cache = run.file("cache");
  const startFile = (folder: string) =>
    startProduct(database, { program: EXECUTABLE, environment: { XDG_CACHE_HOME: folder } });
  const programs = {
    bare: () => startServer(["scripts/tools/bench/bare-node.cjs"], { path: "/" }),
    clone: () => startProduct(database),
    file: () => startFile(cache),
    first: () => startFile(run.file("new-cache")),
  };
  const times = { bare: [] as number[], clone: [] as number[], file: [] as number[], first: [] as number[] };
  for (let round = -1; round < STARTS; round += 1) {
    for (const name of ["bare", "clone", "file", "first"] as const) {
      const server = await programs[name]();
      await server.stop();
      // The first one of all reads files that the others find in memory.
      if (round >= 0) times[name].push(server.startMs);
    }
  }
  const bare = median(times.bare);
  report.compare(
    "its start to the first answer from the database, to bare Node.js",
    median(times.file),
    bare,
    "ms",
    {
      atMost: 3,
    },
  );
  report.compare("the same, to a clone", median(times.file), median(times.clone), "ms");
  report.value("its first start, which unpacks it", median(times.first), "ms");
}
