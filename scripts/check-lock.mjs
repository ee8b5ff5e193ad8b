/**
 * Fails when package-lock.json differs from what `npm ci` accepts everywhere, or contains an unreviewed package. `node
 * scripts/check-lock.mjs --write` records the origin of each package; reasons for direct dependencies are added by
 * hand.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";

const LIST = new URL("runtime-packages.json", import.meta.url);
/** Ports of Node's own modules. Other packages with such names are placeholders by strangers. */
const PORTS = new Set(["punycode", "string_decoder"]);

const IMPORT = /(?:^|\s)(?:from|import)\s*\(?"((?:@[\w.-]+\/)?[\w.-]+)[^"]*"/gm;

/**
 * Entry of a package in a lock file.
 * @typedef {object} LockedPackage
 * @property {string} [name] The package's real name, if it is installed under an alias.
 * @property {string} [resolved]
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @typedef {Record<string, LockedPackage>} Lock Packages by path. The project's own path is empty.
 */

/** @type {Lock} */
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

/** Forbidden states, each with the packages in that state. */
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

/** The packages that become part of the client: imports of its sources and the shared ones. */
function importsOfClient() {
  const files = ["src/client", "src/shared"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const names = sources.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, name]) => name ?? ""),
  );
  return [...new Set(names)].filter((name) => !name.startsWith(".")).toSorted();
}

/**
 * The name of the package at a path.
 * @param {Lock} lock
 * @param {string} path
 */
function nameAt(lock, path) {
  return lock[path]?.name ?? path.replace(/^.*node_modules\//, "");
}

/**
 * The names of all packages.
 * @param {Lock} lock
 */
function namesIn(lock) {
  return Object.keys(lock)
    .filter((path) => path !== "")
    .map((path) => nameAt(lock, path));
}

/**
 * Returns the path at which Node resolves a package name: in the package's own folder, or a folder above.
 * @param {Lock} lock
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function resolve(lock, from, name) {
  for (let folder = from; ; folder = folder.replace(/(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+$/, "")) {
    const path = `${folder}${folder && "/"}node_modules/${name}`;
    if (lock[path]) return path;
    if (folder === "") return undefined;
  }
}

/**
 * The paths of a package and of all its dependencies.
 * @param {Lock} lock
 * @param {string | undefined} path
 */
function reach(lock, path, found = new Set()) {
  if (path === undefined || found.has(path)) return found;
  found.add(path);
  const wanted = lock[path];
  for (const name of Object.keys({
    ...wanted?.dependencies,
    ...wanted?.optionalDependencies,
    ...wanted?.peerDependencies,
  })) {
    reach(lock, resolve(lock, path, name), found);
  }
  return found;
}

/**
 * The indirect dependencies, each with the direct ones that need it.
 * @param {Lock} lock
 * @param {string[]} direct
 * @returns {Record<string, string>}
 */
function listBrought(lock, direct) {
  /** @type {Map<string, Set<string>>} */
  const bringers = new Map();
  for (const bringer of direct.toSorted()) {
    for (const path of reach(lock, resolve(lock, "", bringer))) {
      const name = nameAt(lock, path);
      if (direct.includes(name)) continue;
      bringers.set(name, (bringers.get(name) ?? new Set()).add(bringer));
    }
  }
  const rows = [...bringers].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(rows.map(([name, by]) => [name, [...by].join(", ")]));
}
