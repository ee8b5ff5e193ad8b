/**
 * `npm run safe-by-default`: starts the product in an empty folder with only a free port configured, and prints PASS
 * or FAIL for each promise of SECURITY.md that can be tested from outside. Takes less than a minute.
 */
import { rmSync } from "node:fs";

import { startUnconfigured } from "./defaults/product.ts";
import { promises } from "./defaults/promises.ts";

const product = await startUnconfigured();
let failed = 0;
try {
  for (const [promise, check] of promises) {
    const { passed, details } = await check(product);
    if (!passed) failed += 1;
    console.log(`${passed ? "PASS" : "FAIL"}  ${promise}: ${details}`);
  }
} finally {
  await product.stop();
  rmSync(product.folder, { recursive: true, force: true });
}
console.log(`\n${promises.length - failed} of ${promises.length} promises kept`);
if (failed > 0) process.exitCode = 1;
