/**
 * `npm run soak [PART …] [MINUTES]`: `kills` kills the server again and again under load, `load` sends mixed load for that many
 * minutes. Prints figures, and PASS or FAIL for each part; exits with 1 if one failed.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { kills } from "./kills.ts";
import { load } from "./load.ts";
import type { Part } from "./part.ts";

const PARTS: readonly Part[] = [kills, load];
const USUAL_MINUTES = 30;

const words = process.argv.slice(2);
const minutes = Number(words.find((word) => Number(word) > 0) ?? USUAL_MINUTES);
const names = words.filter((word) => Number.isNaN(Number(word)));
const unknown = names.find((name) => !PARTS.some((part) => part.name === name));
if (unknown === undefined) {
  const chosen = PARTS.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const part of chosen) await report(part);
} else {
  console.error(`there is no part "${unknown}"; parts: ${PARTS.map(({ name }) => name).join(", ")}`);
  process.exitCode = 1;
}

async function report(part: Part): Promise<void> {
  console.log(`\n── ${part.name}: ${part.about}`);
  const folder = mkdtempSync(join(tmpdir(), "stackloop-soak-"));
  const say = (line: string) => {
    console.log(`   ${line}`);
  };
  const start = performance.now();
  try {
    const { figures, failures } = await part.run({ folder, minutes, say });
    for (const line of [...figures, ...failures]) console.log(line);
    if (failures.length > 0) process.exitCode = 1;
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(`── ${part.name}: ${failures.length === 0 ? "PASS" : "FAIL"} (${seconds} s)`);
  } catch (error) {
    console.log(error);
    console.log(`── ${part.name}: FAIL`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
