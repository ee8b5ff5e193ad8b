/** The programs of PostgreSQL's server, for the tests: those of the machine, or else Debian's, unpacked. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

import { canInstall, run } from "./debian.mjs";
import { refuse, root } from "./runtime.mjs";

const OLDEST = 15;
const isRoot = process.getuid?.() === 0;

/** Where Debian's packages are unpacked: to install them would also start a server on the machine's own port. */
const UNPACKED = isRoot
  ? // The server never runs as root, and the account that it does run as may not look into root's folders.
    "/var/cache/stackloop/postgresql"
  : join(root, "node_modules/.cache/postgresql");

/** The folder with PostgreSQL's programs; undefined where there are none that are new enough. */
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
 * The environment in which they run: unpacked ones find their libraries beside them.
 * @param {string} programs
 * @returns {NodeJS.ProcessEnv}
 */
export function postgresqlEnvironment(programs) {
  if (!programs.startsWith(UNPACKED)) return process.env;
  const folder = join(UNPACKED, "usr/lib");
  const libraries = readdirSync(folder).filter((name) => name.endsWith("-linux-gnu"));
  return { ...process.env, LD_LIBRARY_PATH: libraries.map((name) => join(folder, name)).join(delimiter) };
}

/** Unpacks Debian's packages; says where there are none what to do instead. */
export function installPostgresql() {
  console.log("Fetching Debian's postgresql for the tests (once) …");
  if (unpackPackages() && findPostgresql() !== undefined) return;
  refuse(
    `PostgreSQL ${OLDEST} or newer is needed: the tests run on it too. Install it, or name a server in TEST_DATABASE_URL (postgres://USER:PASSWORD@HOST:PORT/postgres, of a user who may create databases and roles), and try again.`,
  );
}

function unpackPackages() {
  // Lists of packages that are missing or old name none that is there, and only root may fetch them.
  if (canInstall()) run("apt-get update");
  const packages = missingPackages();
  if (packages.length === 0) return false;
  mkdirSync(UNPACKED, { recursive: true });
  // The account that fetches them by itself may write nowhere but in its own folder.
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
