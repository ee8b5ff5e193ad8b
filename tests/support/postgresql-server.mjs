/**
 * A PostgreSQL server for tests, on a new cluster in a temporary folder. Prints its address, and runs until its
 * standard input ends, as when its parent process ends. It trades durability for speed.
 */
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { findPostgresql, postgresqlEnvironment } from "./test-programs.mjs";

const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 1024 ** 3;

/** Sorted by a language, like most servers: queries that need another order have to specify it. */
const CLUSTER = [
  "--username=postgres",
  "--auth=trust",
  "--encoding=UTF8",
  "--locale=C.UTF-8",
  "--locale-provider=icu",
  "--icu-locale=en-US",
  "--no-sync",
];

/** Settings that make tests fast, without protection against a power cut. */
const SETTINGS = {
  listen_addresses: "127.0.0.1",
  max_connections: "200",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  shared_buffers: "64MB",
  autovacuum: "on",
  jit: "off",
};

/** All other users connect without a password; the first matching line counts. */
const WITH_PASSWORD = "host all password_holder 127.0.0.1/32 scram-sha-256\n";

/** Stored in memory if there is space: a disk takes longer for each of the many databases. */
function temporaryRoot() {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir();
}

/** PostgreSQL refuses to run as root. @returns {{ uid?: number, gid?: number }} the account that it runs as */
function chooseAccount() {
  if (process.getuid?.() !== 0) return {};
  const accounts = readFileSync("/etc/passwd", "utf8");
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+)/m.exec(accounts) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(accounts) ?? [];
  if (uid === undefined) throw new Error("there is no account `postgres` or `nobody` to run PostgreSQL as");
  return { uid: Number(uid), gid: Number(gid) };
}

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });

const programs = findPostgresql();
if (programs === undefined) throw new Error("there is no PostgreSQL; npm test installs it");
const account = chooseAccount();
const folder = mkdtempSync(join(temporaryRoot(), "stackloop-postgresql-"));
if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid);
const data = join(folder, "data");
const log = join(folder, "log");

/** @param {string} name @param {string[]} args */
function runProgram(name, args) {
  const { status, error, stderr } = spawnSync(join(programs ?? "", name), args, {
    ...account,
    cwd: folder,
    env: postgresqlEnvironment(programs ?? ""),
    encoding: "utf8",
    // The server that it starts would hold a pipe open.
    stdio: ["ignore", "ignore", name === "pg_ctl" ? "ignore" : "pipe"],
  });
  if (status === 0) return;
  const told = existsSync(log) ? readFileSync(log, "utf8") : stderr;
  throw new Error(`${name} failed: ${error?.message ?? ""}\n${told ?? ""}`);
}

function stop() {
  if (existsSync(join(data, "postmaster.pid")))
    runProgram("pg_ctl", ["stop", `--pgdata=${data}`, "--mode=immediate", "--silent"]);
}

// Ctrl-C reaches every process of the terminal, but the tests have to end first.
process.on("SIGINT", () => {});
try {
  runProgram("initdb", [...CLUSTER, `--pgdata=${data}`]);
  const access = join(data, "pg_hba.conf");
  writeFileSync(access, WITH_PASSWORD + readFileSync(access, "utf8"));
  const port = await freePort();
  const options = Object.entries({ ...SETTINGS, port: String(port), unix_socket_directories: folder })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(" ");
  runProgram("pg_ctl", ["start", `--pgdata=${data}`, `--log=${log}`, `--options=${options}`, "--silent"]);
  process.stdout.write(`postgres://postgres@127.0.0.1:${port}/postgres\n`);
  const { promise, resolve } = Promise.withResolvers();
  process.stdin.once("error", resolve);
  process.stdin.once("close", resolve).resume();
  for (const signal of /** @type {const} */ (["SIGTERM", "SIGHUP"])) process.once(signal, resolve);
  await promise;
} finally {
  stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
