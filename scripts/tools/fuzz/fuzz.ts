/**
 * `npm run fuzz -- [REQUESTS] [--minutes N] [--seed N]` sends generated requests to the built program;
 * `npm run fuzz -- holds [INPUTS] [--minutes N] [--seed N]` has it read documents that are made to be hard to read.
 * Ends with 1 where anything was found.
 */
import { randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { fuzzHolds } from "./documents.ts";
import { fuzzProgram } from "./requests.ts";

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
    ? await fuzzHolds({ inputs: Number(count ?? Number.POSITIVE_INFINITY), minutes, seed, folder })
    : await fuzzProgram({ requests: Number(count ?? 100_000), minutes, seed, folder });
  process.exitCode = isFine ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
