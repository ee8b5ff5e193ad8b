/**
 * Checks search, mentions, answers, summaries and rankings against texts that other people judged. Fails if a score is
 * below its goal. `--collection FOLDER` names a folder with one set, or with a folder for each.
 */
import { parseArgs } from "node:util";

import { measureQuality } from "./figures.ts";

const { collection } = parseArgs({ options: { collection: { type: "string" } } }).values;
const figures = await measureQuality(collection);
if (figures.length === 0) console.log("Nothing checked: no folder with judged texts was found.");
for (const { what, score, goal } of figures) {
  const isMissed = goal !== undefined && score < goal;
  if (isMissed) process.exitCode = 1;
  const judged = goal === undefined ? "" : `, at least ${goal}: ${isMissed ? "FAIL" : "PASS"}`;
  console.log(`${what}: ${score.toFixed(3)}${judged}`);
}
