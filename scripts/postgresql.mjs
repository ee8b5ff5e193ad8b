/** The programs of PostgreSQL's server for tests: the machine's own, or else Debian's, unpacked. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

import { canInstall, run } from "./debian.mjs";
import { refuse, root } from "./runtime.mjs";

const OLDEST = 15;
const isRoot = process.getuid?.() === 0;

/** The folder for unpacked Debian packages: installing them would also start a server on the default port. */
const UNPACKED = isRoot
  ? // The server never runs as root, and the account that it does run as may not look into root's folders.
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
export function installPostgresql() {
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

/** @returns {string[]} what an installation would bring, but for what a server of tests never uses */
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
