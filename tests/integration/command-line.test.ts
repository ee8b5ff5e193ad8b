import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, join } from "node:path";

import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { SCHEMA_VERSION } from "#db/database-file.ts";
import { commands } from "#server/commands/command-table.ts";
import { starterTools } from "#server/features/tools/starter-catalogue.ts";
import { type Program, program } from "#tests/support/program.ts";
import { restClient, signedUp } from "#tests/support/rest-client.ts";

const hashOf = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** A program whose database has an admin named ada. */
async function withAda(): Promise<Program> {
  const stackloop = program();
  const { code } = await stackloop.run(["user", "create", "ada", "--admin", "--password", "secret-pass"]);
  expect(code).toBe(0);
  return stackloop;
}

const usersOf = async (stackloop: Program) => (await stackloop.run(["user", "list"])).stdout;

/** Overwrites the middle of a database: its header stays good, its tables do not. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0xff, 4096, 12 * 4096);
  writeFileSync(file, bytes);
}

function foreignDatabase(file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const sqlite = new Database(file);
  sqlite.exec("create table recipes (name text)");
  sqlite.close();
}

function replaceByForeign(file: string): void {
  empty(file);
  foreignDatabase(file);
}

const empty = (file: string) => {
  writeFileSync(file, "");
};

const overwrite = (file: string) => {
  writeFileSync(file, "x".repeat(5000));
};

function makeNewer(file: string): void {
  const sqlite = new Database(file);
  sqlite.pragma(`user_version = ${SCHEMA_VERSION + 1}`);
  sqlite.close();
}

test("help lists every command, and each explains itself", async () => {
  const stackloop = program();
  const { code, stdout } = await stackloop.run(["--help"]);
  expect(code).toBe(0);
  for (const { name, summary } of commands)
    expect(stdout).toContain(`  ${name.padEnd(12)} ${summary}
`);
  const help = await stackloop.run(["import", "--help"]);
  expect(help).toMatchObject({ code: 0, stderr: [] });
  expect(help.stdout).toContain("Usage: stackloop import FILE [--user NAME] [--dry-run]");
  expect(readdirSync(stackloop.folder)).toEqual([]);
});

test.each([
  [["frobnicate"], 'there is no command "frobnicate"; stackloop --help lists them'],
  [["serve", "now"], 'unexpected "now"; usage: stackloop serve'],
  [["migrate", "--force"], "Unknown option '--force'; usage: stackloop migrate"],
  [["restore"], "something is missing; usage: stackloop restore FILE"],
  [
    ["user", "frob"],
    'there is no "user frob"; usage: stackloop user list|create|promote|demote|reset-password [NAME]',
  ],
  [["export", "pdf", "x"], "Choose one of these formats: json, slides, csv, markdown"],
  [["import", "tools.xlsx"], "tools.xlsx is neither a .json nor a .csv file"],
])("a mistake is one clear line: %j", async (args, line) => {
  expect(await program().run(args)).toEqual({ code: 1, stdout: "", stderr: [`stackloop: ${line}`] });
});

test("a bad configuration is told with one line for each fault", async () => {
  const { code, stderr } = await program().run([], {
    PORT: "many",
    SIGNUP: "perhaps",
    PUBLIC_URL: "ftp://x",
  });
  expect(code).toBe(1);
  expect(stderr.toSorted()).toEqual([
    'stackloop: PORT must be a whole number (it is "many"); for example PORT=3000',
    'stackloop: PUBLIC_URL must be an http or https address (it is "ftp://x"); for example PUBLIC_URL=https://stackloop.example.com',
    'stackloop: SIGNUP must be one of open, invite, closed (it is "perhaps"); for example SIGNUP=invite',
  ]);
});

test("a second server on the same database is refused at once, and the first goes on", async () => {
  const stackloop = program();
  const first = await stackloop.serve();
  const { code, stderr } = await stackloop.run(["serve"]);
  expect(code).toBe(1);
  expect(stderr).toEqual([
    `stackloop: another StackLoop process (${first.pid}) is already running on ./data/stackloop.db; ` +
      "stop it first, or set DATABASE_URL to another file",
  ]);
  const { status } = await fetch(`${first.origin}/readyz`);
  expect(status).toBe(200);
});

test.each([[["SIGTERM"]], [["SIGINT"]], [["SIGINT", "SIGINT", "SIGTERM"]]] as const)(
  "a server that is asked to stop by %j ends well and frees its database",
  async (signals) => {
    const stackloop = program();
    const server = await stackloop.serve();
    await signedUp(server.origin, "ada");
    expect(await server.stop(...signals)).toBe(0);
    expect(readdirSync(dirname(stackloop.database)).toSorted()).toEqual([
      "stackloop.db",
      "stackloop.db.lock",
    ]);
    const next = await stackloop.serve();
    expect(await next.stop("SIGTERM")).toBe(0);
  },
);

test("after a kill the next start works at once, with all that was acknowledged", async () => {
  const stackloop = program();
  const server = await stackloop.serve();
  await signedUp(server.origin, "ada");
  await server.stop("SIGKILL");
  const next = await stackloop.serve();
  const login = await restClient(next.origin).call("POST", "/api/login", {
    username: "ada",
    password: "secret-pass",
  });
  expect(login.status).toBe(200);
});

test("a taken port is told in one line", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => {
    other.close();
  });
  await new Promise((resolve) => other.once("listening", resolve));
  const address = other.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { code, stderr } = await program().run(["serve"], { PORT: port });
  expect(code).toBe(1);
  expect(stderr).toEqual([
    `stackloop: another program listens on 127.0.0.1:${port} already; end it, or set PORT to another number`,
  ]);
});

const ADVICE = "restore a backup with: stackloop restore data/backups/stackloop-";

test.each([
  ["empty", empty, `is empty (0 bytes), so its data is gone; ${ADVICE}`],
  ["not one", overwrite, `is not a database or is damaged; ${ADVICE}`],
  ["damaged", damage, ADVICE],
  [
    "another program's",
    replaceByForeign,
    "is not a StackLoop database but another program's; name another file",
  ],
  ["newer", makeNewer, `version ${SCHEMA_VERSION + 1} is newer than this app (${SCHEMA_VERSION})`],
])("a database that is %s is refused as it is, in one line", async (_kind, spoil, line) => {
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  spoil(stackloop.database);
  const before = hashOf(stackloop.database);
  for (const command of ["serve", "migrate"]) {
    const { code, stderr } = await stackloop.run([command]);
    expect(code).toBe(1);
    expect(stderr).toEqual([expect.stringContaining(line)]);
  }
  expect(hashOf(stackloop.database)).toBe(before);
});

test("a database that is gone is made anew only with a warning that names the newest backup", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  const [name = ""] = readdirSync(stackloop.backups);
  const elsewhere = { DATABASE_URL: "file:./moved/stackloop.db" };
  const server = await stackloop.serve(elsewhere);
  expect(server.output()).toContain(`stackloop restore data/backups/${name}`);
});

test("a backup of a live server is restored once the server has stopped", async () => {
  const stackloop = program();
  const server = await stackloop.serve();
  await signedUp(server.origin, "ada");
  const saved = await stackloop.run(["backup", "saved.db"]);
  expect(saved).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^saved\.db \(\d+\.\d [kM]B\), checked\n$/u),
  });
  await signedUp(server.origin, "bob");

  const tooEarly = await stackloop.run(["restore", "saved.db"]);
  expect(tooEarly.code).toBe(1);
  expect(tooEarly.stderr[0]).toContain("is already running");
  await server.stop("SIGTERM");

  const restored = await stackloop.run(["restore", "saved.db"]);
  expect(restored).toMatchObject({ code: 0, stderr: [] });
  const list = await usersOf(stackloop);
  expect(list).toContain("ada");
  expect(list).not.toContain("bob");
  const replaced = readdirSync(dirname(stackloop.database)).find((file) => file.includes(".replaced-"));
  const before = await stackloop.run(["user", "list"], { DATABASE_URL: `file:./data/${replaced}` });
  expect(before.stdout).toContain("bob");
});

test("a backup has a name of its own, and never overwrites a file", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  expect(readdirSync(stackloop.backups)).toEqual([
    expect.stringMatching(/^stackloop-\d{4}-\d\d-\d\dT[\d-]+Z\.db$/u),
  ]);
  await stackloop.run(["backup", "saved.db"]);
  const second = await stackloop.run(["backup", "saved.db"]);
  expect(second).toMatchObject({
    code: 1,
    stderr: ["stackloop: saved.db exists already; name another file"],
  });
});

test("what is no backup is refused, and everything stays as it was", async () => {
  const stackloop = await withAda();
  const file = (name: string) => join(stackloop.folder, name);
  writeFileSync(file("text.db"), "not a database, but long enough to have a header");
  writeFileSync(file("empty.db"), "");
  foreignDatabase(file("foreign.db"));
  for (const name of ["newer.db", "damaged.db"]) await stackloop.run(["backup", name]);
  makeNewer(file("newer.db"));
  damage(file("damaged.db"));
  const before = hashOf(stackloop.database);
  const refusals = {
    "none.db": "there is no file none.db",
    "text.db": "text.db is not a database or is damaged",
    "empty.db": "empty.db is empty",
    "foreign.db": "foreign.db is not a StackLoop database",
    "newer.db": "is newer than this app",
    "damaged.db": "damaged.db is damaged",
  };
  for (const [name, line] of Object.entries(refusals)) {
    const { code, stderr } = await stackloop.run(["restore", name]);
    expect(code).toBe(1);
    expect(stderr).toEqual([expect.stringContaining(line)]);
  }
  expect(hashOf(stackloop.database)).toBe(before);
  expect(readdirSync(dirname(stackloop.database)).join()).not.toMatch(/replaced|incoming/u);
});

test("a damaged database gives way to its backup, whatever lies beside it", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup", "saved.db"]);
  damage(stackloop.database);
  copyFileSync(join(stackloop.folder, "saved.db"), `${stackloop.database}-wal`);
  const { code } = await stackloop.run(["restore", "saved.db"]);
  expect(code).toBe(0);
  expect(await usersOf(stackloop)).toContain("ada");
});

test("accounts are looked after from a shell", async () => {
  const stackloop = await withAda();
  const made = await stackloop.run(["user", "create", "bob"]);
  const password = /^Password: (\S+)$/mu.exec(made.stdout)?.[1] ?? "";
  const fault = async (...args: string[]) => (await stackloop.run(["user", ...args])).stderr;
  expect(await fault("create", "BOB")).toEqual(["stackloop: Username already exists"]);
  expect(await fault("create", "eve", "--password", "short")).toEqual([
    "stackloop: Password must be at least 6 characters",
  ]);
  expect(await fault("demote", "ada")).toEqual([
    "stackloop: The last admin cannot be demoted. Make somebody else an admin first.",
  ]);
  expect(await fault("promote", "zoe")).toEqual(["stackloop: User zoe not found"]);
  expect(await fault("promote", "bob")).toEqual([]);
  expect(await fault("demote", "ada")).toEqual([]);
  expect(await usersOf(stackloop)).toMatch(/^ada +user .*\nbob +admin /u);

  const server = await stackloop.serve();
  const bob = restClient(server.origin);
  const login = await bob.call("POST", "/api/login", { username: "bob", password });
  expect(login).toMatchObject({ status: 200, body: { username: "bob", role: "admin" } });
});

test("through a reset link made in a shell a user sets a new password", async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const { stdout } = await stackloop.run(["user", "reset-password", "ada"], {
    PUBLIC_URL: "https://stackloop.example.com",
  });
  const token = /^https:\/\/stackloop\.example\.com\/\?reset=(\S+)$/mu.exec(stdout)?.[1];
  const client = restClient(server.origin);
  const reset = await client.call("POST", "/api/auth/reset-password", { token, password: "another-pass" });
  expect(reset.status).toBe(200);
  const login = await client.call("POST", "/api/login", { username: "ada", password: "another-pass" });
  expect(login.status).toBe(200);
});

test("who signs up through an admin link becomes admin, and then no more links are made", async () => {
  const stackloop = program();
  const server = await stackloop.serve();
  const { stdout } = await stackloop.run(["admin-link"]);
  const setup = /\?setup=(\S+)/u.exec(stdout)?.[1];
  const person = { username: "ada", password: "secret-pass", setup };
  const reply = await restClient(server.origin).call("POST", "/api/register", person);
  expect(reply).toMatchObject({ status: 201, body: { role: "admin" } });
  const late = await stackloop.run(["admin-link"]);
  expect(late).toMatchObject({
    code: 1,
    stderr: ["stackloop: there is an admin already; use: stackloop user promote NAME"],
  });
});

test("the doctor finds a healthy installation healthy", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  const server = await stackloop.serve();
  const { code, stdout } = await stackloop.run(["doctor"]);
  expect(code).toBe(0);
  const lines = stdout.trim().split("\n");
  expect(lines.filter((line) => !line.startsWith("ok "))).toEqual([]);
  expect(stdout).toContain(`running as process ${server.pid}`);
  expect(stdout).toContain("administrators: 1");
});

test("the doctor says what to do about a new installation and a broken one", async () => {
  const fresh = await program().run(["doctor"]);
  expect(fresh).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("it is made when the server starts"),
  });
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  damage(stackloop.database);
  const before = hashOf(stackloop.database);
  const { code, stdout, stderr } = await stackloop.run(["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^wrong .* is damaged; restore a backup with: stackloop restore data\/backups\//mu);
  expect(stderr).toEqual(["stackloop: one thing is wrong"]);
  expect(hashOf(stackloop.database)).toBe(before);
});

test("a catalogue goes out as a file and comes back into an empty database", async () => {
  const source = program();
  const { code, stdout } = await source.run(["demo"]);
  expect(code).toBe(0);
  const [, password] = /as demo with the password (\S+)$/mu.exec(stdout) ?? [];
  const again = await source.run(["demo"]);
  expect(again.stderr).toEqual([
    "stackloop: there are users or tools already; demo fills an empty database only",
  ]);
  const out = join(source.folder, "tools.json");
  await source.run(["export", "json", out]);
  const refused = await source.run(["export", "csv", out]);
  expect(refused.stderr).toEqual([`stackloop: ${out} exists already; add --force to overwrite it`]);

  const target = await withAda();
  const dry = await target.run(["import", out, "--dry-run"]);
  expect(dry.stdout).toContain(`${starterTools.length} created, 0 updated, 0 skipped, 0 wrong`);
  const real = await target.run(["import", out]);
  expect(real).toMatchObject({ code: 0, stdout: expect.stringContaining(`${starterTools.length} created`) });
  await target.run(["export", "csv", "back.csv"]);
  await source.run(["export", "csv", "tools.csv"]);
  expect(withoutTimes(join(target.folder, "back.csv"))).toEqual(
    withoutTimes(join(source.folder, "tools.csv")),
  );

  const server = await source.serve();
  const login = await restClient(server.origin).call("POST", "/api/login", { username: "demo", password });
  expect(login).toMatchObject({ status: 200, body: { role: "admin" } });
});

/** The lines of an exported CSV in order, whenever they were written. */
const withoutTimes = (file: string) =>
  readFileSync(file, "utf8")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "")
    .split("\r\n")
    .toSorted();

test("wrong rows are told by number and name, and the others are taken in", async () => {
  const stackloop = await withAda();
  writeFileSync(
    join(stackloop.folder, "tools.csv"),
    "Name,URL,Mood\nGood,https://good.example,\n,https://x.example,\nBad,javascript:1,\n",
  );
  const nobody = await stackloop.run(["import", "tools.csv", "--user", "zoe"]);
  expect(nobody.stderr).toEqual(["stackloop: User zoe not found"]);
  const { code, stdout, stderr } = await stackloop.run(["import", "tools.csv", "--user", "ADA"]);
  expect(code).toBe(1);
  expect(stdout).toContain("row 2: Tool name is required");
  expect(stdout).toMatch(/^row 3 "Bad": /mu);
  expect(stdout).toContain("Columns that were not used: Mood");
  expect(stdout).toContain("1 created, 0 updated, 0 skipped, 2 wrong");
  expect(stderr).toEqual(["stackloop: 2 of 3 rows are wrong and were left out"]);
});
