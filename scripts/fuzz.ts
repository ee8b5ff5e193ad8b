/**
 * `npm run fuzz -- [REQUESTS] [--seed N]`: generated requests against the built program.
 * Ends with 1 where anything was found.
 */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { fuzzProgram } from "./fuzz/request-run.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { seed: { type: "string" } } });
const seed = Number(values.seed ?? randomInt(1_000_000_000));
const folder = mkdtempSync(join(tmpdir(), "stackloop-fuzz-"));
console.log(`seed ${seed}`);
try {
  const isFine = await fuzzProgram({ requests: Number(positionals[0] ?? 100_000), seed, folder });
  process.exitCode = isFine ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
