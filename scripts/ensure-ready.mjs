/** Prepares a clone: installs what is missing, builds what is stale. Plain JavaScript for any Node ≥ 18. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { chooseNode, environment, refuse, root } from "./runtime.mjs";

const SOURCES = [
  "src",
  "db",
  "scripts/build.ts",
  "scripts/client-package",
  "scripts/docs-site",
  "scripts/page-files.ts",
  "package.json",
  "vite.config.ts",
  "package-lock.json",
  // Pages of the documentation, and the files that they show.
  "docs",
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "CODE_OF_CONDUCT.md",
  "compose.yaml",
  ".env.example",
];
const stampFile = join(root, "dist/.stamp");
export const builtServer = join(root, "dist/server/stackloop.cjs");

/** Installs the dependencies if they differ from package-lock.json. */
export function installIfStale() {
  if (isInstalled(root)) return;
  console.log("Installing what StackLoop needs (once, about a minute) …");
  install(root);
}

const testTools = join(root, "tests/tools");

/** Installs programs that only tests use, unless they match `tests/tools/package-lock.json`. */
export function installTestTools() {
  if (isInstalled(testTools)) return;
  console.log("Installing programs for the tests (once) …");
  install(testTools);
}

function install(/** @type {string} */ folder) {
  // Its warnings are about the Node.js that runs it, not about the one that it installs.
  const args = ["ci", "--loglevel=error"];
  // npm passes its own path to its scripts. Without npm, it is found in the PATH.
  const npm = process.env.npm_execpath;
  const { status } = npm?.endsWith(".js")
    ? spawnSync(process.execPath, [npm, ...args], { cwd: folder, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) refuse("npm ci failed; see above. It needs the npm registry.");
}

/** Compares the lock with npm's record of the installation, except packages for other platforms. */
function isInstalled(/** @type {string} */ folder) {
  const noted = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(noted)) return false;
  const wanted = packagesOf(join(folder, "package-lock.json"));
  const present = packagesOf(noted);
  const isThere = (/** @type {string} */ path) =>
    path === "" || wanted[path]?.optional || wanted[path]?.version === present[path]?.version;
  return Object.keys(wanted).every(isThere) && Object.keys(present).every((path) => path in wanted);
}

/** @returns {Record<string, { version?: string, optional?: boolean }>} */
const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, "utf8")).packages;

/** Builds if the sources have changed since the last build. */
export function buildIfStale() {
  if (isBuildFresh()) return;
  console.log("Building …");
  const { status } = spawnSync(chooseNode(), [join(root, "scripts/build.ts")], {
    cwd: root,
    env: environment(),
    stdio: "inherit",
  });
  if (status !== 0) refuse("the build failed; see above.");
}

export const isBuildFresh = () =>
  existsSync(builtServer) && existsSync(stampFile) && readFileSync(stampFile, "utf8") === fingerprint();

/** Records the fingerprint of the built sources. */
export function stampBuild(/** @type {string} */ builtFingerprint) {
  writeFileSync(stampFile, builtFingerprint);
}

/** Returns a hash of everything that goes into a build. */
export function fingerprint() {
  const hash = createHash("sha256");
  for (const path of SOURCES.flatMap(filesUnder))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest("hex");
}

/** @returns {string[]} the files of a folder, tests aside, or the file itself */
function filesUnder(/** @type {string} */ path) {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { withFileTypes: true })
    .filter(({ name }) => !/\.test\.tsx?$/.test(name))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
}
