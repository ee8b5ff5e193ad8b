/**
 * Programs that the tests need: Chromium, curl and PostgreSQL. On Debian, root installs missing ones without asking.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

import { installIfStale, installTestTools } from "../../scripts/ensure-ready.mjs";
import { checkNode, chooseNode, environment, refuse, root } from "../../scripts/runtime.mjs";

/** Installs what all tests need. */
export function installTestPrograms() {
  checkNode();
  installIfStale();
  chooseNode();
  installTestTools();
  ensureChromium();
  if (!hasCurl()) installCurl();
  if (!process.env.TEST_DATABASE_URL && findPostgresql() === undefined) installPostgresql();
}

const canInstall = () => isDebian() && process.getuid?.() === 0;

/** @returns {boolean} whether it is installed now */
export const install = (/** @type {string} */ name) =>
  run("apt-get update") && run(`apt-get install -y --no-install-recommends ${name}`);

/** Runs a shell command and shows its output. @returns {boolean} whether it succeeded */
const run = (/** @type {string} */ command) =>
  spawnSync(command, {
    shell: true,
    stdio: "inherit",
    env: { ...environment(), DEBIAN_FRONTEND: "noninteractive" },
  }).status === 0;

const isDebian = () =>
  existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));

/** The first curl with `--json`, from 2022. */
const OLDEST_CURL = { major: 7, minor: 82 };

function hasCurl() {
  const { stdout } = spawnSync("curl", ["--version"], { encoding: "utf8" });
  const [, major = 0, minor = 0] = (/^curl (\d+)\.(\d+)/.exec(stdout ?? "") ?? []).map(Number);
  return major > OLDEST_CURL.major || (major === OLDEST_CURL.major && minor >= OLDEST_CURL.minor);
}

/** Installs curl for root on Debian; elsewhere prints how to install it. */
function installCurl() {
  if (canInstall()) {
    console.log("Installing Debian's curl for the tests (once) …");
    if (install("curl")) return;
  }
  refuse(
    `curl ${OLDEST_CURL.major}.${OLDEST_CURL.minor} or newer is needed: a test does what the examples of docs/api.md say. Install it and try again.`,
  );
}

// The shell draws no windows, so the tests cost a third less than with the whole browser.
const DEBIAN_CHROMIUMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** The path of Debian's Chromium, or undefined. */
export const findChromium = () => DEBIAN_CHROMIUMS.find((file) => existsSync(file));

/**
 * Ensures a Chromium: on Debian, for root, the shell; elsewhere an installed one, or else Playwright's own.
 */
export function ensureChromium() {
  const found = findChromium();
  if (found === DEBIAN_CHROMIUMS[0]) return;
  if (canInstall()) {
    console.log("Installing Debian's chromium-headless-shell for the browser tests (once) …");
    if (install("chromium-headless-shell")) return;
  }
  if (found !== undefined) return;
  console.log("Installing Playwright's Chromium for the browser tests (unless it is there) …");
  if (!run("playwright install --only-shell chromium"))
    refuse("no Chromium could be installed for the browser tests; see above.");
}

const OLDEST = 15;
const isRoot = process.getuid?.() === 0;

/** The folder for unpacked Debian packages: installing them would also start a server on the default port. */
const UNPACKED = isRoot
  ? // The server never runs as root, and its account can't read root's folders.
    "/var/cache/stackloop/postgresql"
  : join(root, "node_modules/.cache/postgresql");

/** The folder with PostgreSQL's programs; undefined if none is new enough. */
export function findPostgresql() {
  const { stdout } = spawnSync("pg_config", ["--bindir"], { encoding: "utf8" });
  return [
    ...versionsIn("/usr/lib/postgresql"),
    ...versionsIn(join(UNPACKED, "usr/lib/postgresql")),
    ...(stdout ? [stdout.trim()] : []),
    ...(process.env.PATH ?? "").split(delimiter),
  ].find((folder) => existsSync(join(folder, "initdb")) && isNewEnough(folder));
}

/** @returns {string[]} the folders of programs, the newest version first */
function versionsIn(/** @type {string} */ folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => join(folder, version, "bin"));
}

function isNewEnough(/** @type {string} */ programs) {
  const { stdout } = spawnSync(join(programs, "postgres"), ["--version"], {
    encoding: "utf8",
    env: postgresqlEnvironment(programs),
  });
  return Number(/ (\d+)/.exec(stdout ?? "")?.[1] ?? 0) >= OLDEST;
}

/**
 * The environment for these programs: unpacked ones find their libraries next to them.
 * @param {string} programs
 * @returns {NodeJS.ProcessEnv}
 */
export function postgresqlEnvironment(programs) {
  if (!programs.startsWith(UNPACKED)) return process.env;
  const folder = join(UNPACKED, "usr/lib");
  const libraries = readdirSync(folder).filter((name) => name.endsWith("-linux-gnu"));
  return { ...process.env, LD_LIBRARY_PATH: libraries.map((name) => join(folder, name)).join(delimiter) };
}

/** Unpacks Debian's packages; elsewhere prints a remedy. */
function installPostgresql() {
  console.log("Fetching Debian's postgresql for the tests (once) …");
  if (unpackPackages() && findPostgresql() !== undefined) return;
  refuse(
    `PostgreSQL ${OLDEST} or newer is needed: the tests run on it too. Install it, or name a server in TEST_DATABASE_URL (postgres://USER:PASSWORD@HOST:PORT/postgres, of a user who may create databases and roles), and try again.`,
  );
}

function unpackPackages() {
  // Missing or old package lists name no available package, and only root can update them.
  if (canInstall()) run("apt-get update");
  const packages = missingPackages();
  if (packages.length === 0) return false;
  mkdirSync(UNPACKED, { recursive: true });
  // The default account for downloads can write only to its own folder.
  const fetch = `apt-get download -o APT::Sandbox::User=root ${packages.join(" ")}`;
  return run(`cd "${UNPACKED}" && ${fetch} && for file in *.deb; do dpkg -x "$file" . && rm "$file"; done`);
}

/** @returns {string[]} the packages to install, without those that a test server never uses */
function missingPackages() {
  const { stdout } = spawnSync("apt-get", ["install", "-qq", "-s", "--no-install-recommends", "postgresql"], {
    encoding: "utf8",
  });
  return [...(stdout ?? "").matchAll(/^Inst (\S+)/gm)]
    .map(([, name = ""]) => name)
    .filter(
      (name) => /^(?:postgresql-(?:client-)?\d|lib)/.test(name) && !/^lib(?:llvm|z3)|-perl$/.test(name),
    );
}
