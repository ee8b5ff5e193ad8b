// Checks two rules on the server's folders: the kernel imports no feature, and features import each other without
// cycles. `npm run lint` runs it.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const FEATURES = "src/server/features/";
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*["']([#.][^"']+)["']/g;

/**
 * The files that a file imports, types included, as paths from the root.
 * @param {string} file
 */
const importsOf = (file) =>
  [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, address = ""]) =>
    address.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), address)
      : address.replace(/^#(client|server|shared)\//, "src/$1/"),
  );
/** @param {string} file */
const featureOf = (file) =>
  file.startsWith(FEATURES) ? file.slice(FEATURES.length).split("/", 1)[0] : undefined;

const files = globSync("src/server/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
/** @type {string[]} */
const problems = [];
/**
 * The features that each feature imports.
 * @type {Map<string, Set<string>>}
 */
const graph = new Map();
for (const file of files) {
  const from = featureOf(file);
  for (const target of importsOf(file)) {
    const to = featureOf(target);
    if (to === undefined || to === from) continue;
    if (file.startsWith("src/server/kernel/")) problems.push(`${file} imports the feature ${to}`);
    if (from !== undefined) graph.set(from, (graph.get(from) ?? new Set()).add(to));
  }
}

/**
 * Adds a problem for each cycle that leads from a feature back to itself.
 * @param {string} feature
 * @param {string[]} trail
 */
function findCycles(feature, trail) {
  for (const next of graph.get(feature) ?? []) {
    if (next === trail[0]) problems.push(`cycle between features: ${[...trail, next].join(" → ")}`);
    // Each cycle is reported once, from its first feature in the alphabet.
    else if (next > (trail[0] ?? "") && !trail.includes(next)) findCycles(next, [...trail, next]);
  }
}
for (const feature of graph.keys()) findCycles(feature, [feature]);

for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error("Declare it in a slice (src/server/kernel/slice.ts) or move what both need into the kernel.");
  process.exitCode = 1;
}
