/**
 * Fails when package-lock.json is not what `npm ci` takes everywhere, or brings a package that nobody looked at.
 * `node scripts/check-lock.mjs --write` notes anew what brings which package; a package of our own needs its reason by
 * hand.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";

import { importsOfClient } from "./client-imports.mjs";
import { listBrought, namesIn } from "./lock-graph.mjs";

const LIST = new URL("runtime-packages.json", import.meta.url);
/** Ports of Node's own modules, known to everybody; other packages of such a name are placeholders of strangers. */
const PORTS = new Set(["punycode", "string_decoder"]);

/** @type {import("./lock-graph.mjs").Lock} */
const packages = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
const { dependencies, optionalDependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"));
/** @type {{ server: Record<string, string>, client: Record<string, string>, broughtBy: Record<string, string> }} */
const list = JSON.parse(readFileSync(LIST, "utf8"));

const ofServer = Object.keys({ ...dependencies, ...optionalDependencies });
const ofClient = importsOfClient().filter((name) => !ofServer.includes(name));
const brought = listBrought(packages, [...ofServer, ...ofClient]);
if (process.argv.includes("--write")) {
  list.broughtBy = brought;
  writeFileSync(LIST, `${JSON.stringify(list, null, 2)}\n`);
}

const entries = Object.entries(packages);
const known = new Set(entries.map(([path]) => path.replace(/^.*node_modules\//, "")));
const real = namesIn(packages);
const differences = Object.keys({ ...brought, ...list.broughtBy }).filter(
  (name) => brought[name] !== list.broughtBy[name],
);

/** What must not be, and the packages where it is. */
const findings = {
  "missing from the lock": entries
    .flatMap(([, { optionalDependencies: optional = {} }]) => Object.keys(optional))
    .filter((name) => !known.has(name)),
  'with a "resolved" address in the lock': entries
    .filter(([, { resolved }]) => resolved?.startsWith("http"))
    .map(([path]) => path),
  "with an install script": entries
    .filter(([path, { hasInstallScript }]) => hasInstallScript && path !== "node_modules/better-sqlite3")
    .map(([path]) => path),
  "with the name of a module of Node": real.filter(
    (name) => builtinModules.includes(name) && !PORTS.has(name),
  ),
  "without a reason in scripts/runtime-packages.json": [
    ...ofServer.filter((name) => !list.server[name]),
    ...ofClient.filter((name) => !list.client[name]),
  ],
  "in scripts/runtime-packages.json, but not used": [
    ...Object.keys(list.server).filter((name) => !ofServer.includes(name)),
    ...Object.keys(list.client).filter((name) => !ofClient.includes(name)),
  ],
  "new, gone, or brought by others than noted (look at them, then run with --write)": differences,
};

const wrong = Object.entries(findings).filter(([, names]) => names.length > 0);
for (const [what, names] of wrong) console.error(`${what}: ${[...new Set(names)].slice(0, 20).join(", ")}`);
if (wrong.length > 0) process.exit(1);
console.log(
  `package-lock.json: ${known.size} packages, complete; ${ofServer.length + ofClient.length + Object.keys(brought).length} of them run`,
);
