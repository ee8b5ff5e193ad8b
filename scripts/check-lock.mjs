/**
 * Fails when package-lock.json misses an optional platform package that some dependency names (`npm ci` would refuse
 * the lock elsewhere), or names the address of some registry (it would be asked instead of everybody's own).
 */
import { readFileSync } from "node:fs";

/** @type {Record<string, { optionalDependencies?: Record<string, string>, resolved?: string }>} */
const packages = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
const known = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, "")));
const missing = Object.values(packages)
  .flatMap(({ optionalDependencies = {} }) => Object.keys(optionalDependencies))
  .filter((name) => !known.has(name));
const addressed = Object.entries(packages)
  .filter(([, { resolved }]) => resolved?.startsWith("http"))
  .map(([path]) => path);

if (missing.length > 0) console.error("missing from the lock:", [...new Set(missing)].join(", "));
if (addressed.length > 0)
  console.error('with a "resolved" address in the lock:', addressed.slice(0, 5).join(", "));
if (missing.length + addressed.length > 0) process.exit(1);
console.log(`package-lock.json: ${known.size} packages, complete`);
