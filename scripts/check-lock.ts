/**
 * Fails if package-lock.json differs from what `npm ci` accepts on every machine. Fails too if the program contains a
 * package that is missing from `NOTICE` or has no reason in `runtime-packages.json`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";

import { type Lock, nameAt, readReasons, shippedPackages } from "./package/shipped-packages.ts";

/** Packages that port modules of Node.js. Other packages with the names of such modules belong to strangers. */
const MODULE_PORTS = new Set(["punycode", "string_decoder"]);
const IMPORT = /(?:^|\s)(?:from|import)\s*\(?"((?:@[\w.-]+\/)?[\w.-]+)[^"]*"/gmu;

const lock: Lock = JSON.parse(readFileSync("package-lock.json", "utf8")).packages;
const { dependencies, optionalDependencies = {} } = JSON.parse(readFileSync("package.json", "utf8"));
const notice = readFileSync(join(import.meta.dirname, "../NOTICE"), "utf8");
const reasons = readReasons();

const ofServer = Object.keys({ ...dependencies, ...optionalDependencies });
const ofClient = importsOfClient().filter((name) => !ofServer.includes(name));
const shippedVersions = new Set(shippedPackages(lock).map(({ name, version }) => `${name} ${version}`));
const listedVersions = new Set([...notice.matchAll(/^- (\S+ \d\S*),/gmu)].map(([, one = ""]) => one));

const paths = Object.keys(lock).filter((path) => path !== "");
const installed = new Set(paths.map((path) => path.replace(/^.*node_modules\//u, "")));

/** Problems to find, each with the affected packages. */
const findings: Record<string, string[]> = {
  "missing from the lock": Object.values(lock)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !installed.has(name)),
  'with a "resolved" address in the lock': paths.filter((path) => lock[path]?.resolved?.startsWith("http")),
  "with an install script": paths.filter(
    (path) => lock[path]?.hasInstallScript && path !== "node_modules/better-sqlite3",
  ),
  "with the name of a module of Node": paths
    .map((path) => nameAt(lock, path))
    .filter((name) => builtinModules.includes(name) && !MODULE_PORTS.has(name)),
  "without a reason in scripts/runtime-packages.json": [
    ...ofServer.filter((name) => reasons.server[name] === undefined),
    ...ofClient.filter((name) => reasons.client[name] === undefined),
  ],
  "in scripts/runtime-packages.json, but not used": [
    ...Object.keys(reasons.server).filter((name) => !ofServer.includes(name)),
    ...Object.keys(reasons.client).filter((name) => !ofClient.includes(name)),
  ],
  "new or gone since NOTICE was written (read what they are, then run npm run docs)": [
    ...[...shippedVersions].filter((one) => !listedVersions.has(one)),
    ...[...listedVersions].filter((one) => !shippedVersions.has(one)),
  ],
};

for (const [what, names] of Object.entries(findings)) {
  const uniqueNames = [...new Set(names)];
  if (uniqueNames.length === 0) continue;
  console.error(`${what}: ${uniqueNames.slice(0, 20).join(", ")}`);
  process.exitCode = 1;
}
if (process.exitCode === undefined)
  console.log(`package-lock.json: ${installed.size} packages, complete; ${shippedVersions.size} of them run`);

/** Returns the packages that become part of the client: the imports of its sources and of the shared ones. */
function importsOfClient(): string[] {
  const files = ["src/client", "src/shared"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const names = files
    .filter((file) => /\.tsx?$/u.test(file) && !/\.test\.tsx?$/u.test(file))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, name = ""]) => name));
  return [...new Set(names)].filter((name) => !name.startsWith("."));
}
