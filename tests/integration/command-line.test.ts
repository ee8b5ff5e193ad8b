import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import Database from "better-sqlite3";
import { expect, test } from "vitest";

import { SCHEMA_VERSION } from "#db/migrations/index.ts";
import { version } from "#package" with { type: "json" };
import { commands } from "#server/commands/command-table.ts";
import { starterTools } from "#server/features/tools/starter-catalogue.ts";
import { ANY_REF } from "#shared/kernel/items.ts";
import { damage, hashOf } from "#tests/support/database-files.ts";
import { listening } from "#tests/support/listening.ts";
import { writeDatabaseOfVersion } from "#tests/support/older-databases.ts";
import { program, usersOf, withAda } from "#tests/support/program.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

test("the help lists every command, and names the sources of the configuration", async () => {
  const stackloop = program();
  const { code, stdout } = await stackloop.run(["--help"]);
  expect(code).toBe(0);
  for (const { name, summary } of commands) expect(stdout).toContain(`  ${name.padEnd(19)}  ${summary}\n`);
  expect(stdout).toContain("environment variables and from the file .env");
  expect(await stackloop.run(["help"])).toEqual({ code: 0, stdout, stderr: [] });
  expect(readdirSync(stackloop.folder)).toEqual([]);
});

for (const command of commands) {
  test(
    `${command.name} shows its help with any configuration`,
    thoroughUnless(command.name === "serve"),
    async () => {
      const { name } = command;
      const stackloop = program();
      const help = await stackloop.run([...name.split(" "), "--help"], { PORT: "many" });
      expect(help).toMatchObject({ code: 0, stderr: [] });
      expect(help.stdout).toContain(`Usage: stackloop ${name} [options]`);
      expect(help.stdout).toContain(`\n\n${command.summary}\n`);
      for (const word of Object.keys(command.args)) expect(help.stdout).toContain(`  ${word} `);
      for (const [option, { value }] of Object.entries(command.options))
        expect(help.stdout).toContain(`  --${option}${value === undefined ? "" : ` <${value}>`} `);
      for (const exit of ["0", "1", "64"]) expect(help.stdout).toContain(`  ${exit} `);
      expect(help.stdout).toContain(`Example:\n  stackloop ${command.example}`);
      for (const { length } of help.stdout.split("\n")) expect(length).toBeLessThanOrEqual(120);
      const same = await stackloop.run(["help", ...name.split(" ")]);
      expect(same.stdout).toBe(help.stdout);
      expect(readdirSync(stackloop.folder)).toEqual([]);
    },
  );
}

test("a group of commands lists its members", async () => {
  const { code, stdout } = await program().run(["user", "--help"]);
  expect(code).toBe(0);
  expect(stdout.match(/^ {2}user [a-z-]+/gmu)).toEqual(
    commands.filter(({ name }) => name.startsWith("user ")).map(({ name }) => `  ${name}`),
  );
});

test.each(["--version", "-V", "version"])("%s shows the version with any configuration", async (word) => {
  const stackloop = program();
  const environment = { PORT: "many" };
  expect(await stackloop.run([word], environment)).toEqual({
    code: 0,
    stdout: `stackloop ${version}\n`,
    stderr: [],
  });
  const facts = JSON.parse((await stackloop.run([word, "--json"], environment)).stdout);
  expect(facts).toEqual({
    name: "stackloop",
    version,
    schemaVersion: SCHEMA_VERSION,
    node: process.versions.node,
    platform: `${process.platform}-${process.arch}`,
  });
});

test.each([
  [["frobnicate"], "unknown command 'frobnicate'; see stackloop --help"],
  [["bakcup"], "unknown command 'bakcup' (Did you mean backup?); see stackloop --help"],
  [
    ["user", "promot", "bob"],
    "unknown command 'promot' (Did you mean user promote?); see stackloop user --help",
  ],
  [
    ["create", "bob"],
    "unknown command 'create' (Did you mean user create or token create?); see stackloop --help",
  ],
  [["user", "create", " "], "NAME is empty; usage: stackloop user create [options] <NAME>"],
  [["user"], "a command is missing; see stackloop user --help"],
  [
    ["serve", "now"],
    "too many arguments for 'serve'. Expected 0 arguments but got 1: now; usage: stackloop serve [options]",
  ],
  [["serve", "--port", "4000"], "unknown option '--port'; set PORT in the environment or in .env"],
  [
    ["serve", "--public-url=x"],
    "unknown option '--public-url=x'; set PUBLIC_URL in the environment or in .env",
  ],
  [["migrate", "--force"], "unknown option '--force'; usage: stackloop migrate [options]"],
  [
    ["import", "x.csv", "--dryrun"],
    "unknown option '--dryrun' (Did you mean --dry-run?); usage: stackloop import [options] <FILE>",
  ],
  [["restore"], "missing required argument 'FILE'; usage: stackloop restore [options] <FILE>"],
  [
    ["user", "create", "ada", "--password"],
    "option '--password <TEXT>' argument missing; usage: stackloop user create [options] <NAME>",
  ],
  [
    ["fetch", "mail"],
    "command-argument value 'mail' is invalid for argument 'WHAT'. Allowed choices are papers, news, release-notes; usage: stackloop fetch [options] <WHAT>",
  ],
  [
    ["import", "tools.xlsx"],
    "tools.xlsx must be a .csv, .tsv, .json or .jsonl file, or add --format; usage: stackloop import [options] <FILE>",
  ],
])("a mistyped command line gets one clear line and code 64: %j", async (words, line) => {
  const stackloop = program();
  expect(await stackloop.run(words)).toEqual({
    code: 64,
    stdout: "",
    stderr: [`stackloop: ${line}`],
  });
  expect(readdirSync(stackloop.folder)).toEqual([]);
});

test("an invalid configuration gets one line for each error", async () => {
  const { code, stderr } = await program().run([], {
    PORT: "many",
    SIGNUP: "perhaps",
    PUBLIC_URL: "ftp://x",
  });
  expect(code).toBe(1);
  expect(stderr.toSorted()).toEqual([
    'stackloop: PORT must be a whole number (it is "many"); for example PORT=3000',
    'stackloop: PUBLIC_URL must be an http or https URL (it is "ftp://x"); for example PUBLIC_URL=https://stackloop.example.com',
    'stackloop: SIGNUP must be one of open, invite, closed (it is "perhaps"); for example SIGNUP=invite',
  ]);
});

test("variables are read from .env in the working folder, and real ones take precedence", async () => {
  const stackloop = program();
  writeFileSync(
    join(stackloop.folder, ".env"),
    "# Ours\nPUBLIC_URL=https://file.example\nDATABASE_URL='file:./elsewhere/team.db'\nBACKUP_KEEP=3\n",
  );
  const linkIn = async (environment?: Record<string, string>) =>
    (await stackloop.run(["admin-link"], environment)).stdout;
  expect(await linkIn()).toMatch(/^https:\/\/file\.example\/\?setup=/mu);
  expect(readdirSync(stackloop.folder).toSorted()).toEqual([".env", "elsewhere"]);
  expect(await linkIn({ PUBLIC_URL: "https://real.example" })).toMatch(/^https:\/\/real\.example\//mu);
  writeFileSync(join(stackloop.folder, ".env"), "SIGNUP=perhaps\n");
  expect((await stackloop.run(["admin-link"])).stderr).toEqual([
    'stackloop: SIGNUP must be one of open, invite, closed (it is "perhaps"); for example SIGNUP=invite',
  ]);
});

test("unknown settings are reported at the start, with the changed settings", async () => {
  const stackloop = program();
  writeFileSync(
    join(stackloop.folder, ".env"),
    "\uFEFFSCHEDULE_TIMEZONE= \nSIGNUP: closed\nVERDICT=admins\nPERPLEXITY_API_KEY=hush\n",
  );
  const typo = { STACKLOOP_PORT: "4000", STACKLOOP_SECRET_KEY: "hush" };
  const sentences = [
    "Unknown setting VERDICT. Did you mean VERDICTS?",
    "Unknown setting STACKLOOP_PORT. Did you mean PORT?",
    "Unknown setting STACKLOOP_SECRET_KEY. .env.example lists the settings.",
  ];
  const { code, stdout, stderr } = await stackloop.run(["migrate"], typo);
  expect(code).toBe(0);
  expect(stderr.map((line) => JSON.parse(line))).toEqual(
    sentences.map((msg) => expect.objectContaining({ level: 40, msg })),
  );
  expect(stdout + stderr.join()).not.toContain("hush");

  const server = await stackloop.serve(typo);
  await expect
    .poll(() => server.output())
    .toContain("\nSettings that differ from the defaults: PORT=0, SIGNUP=closed");
  for (const sentence of sentences) expect(server.output()).toContain(`"msg":"${sentence}"`);
  expect(server.output()).not.toContain("hush");
  const eve = { username: "eve", password: "secret-pass" };
  expect((await restClient(server.origin).call("POST", "/api/register", eve)).status).toBe(403);

  const doctor = await stackloop.run(["doctor"], typo);
  expect(doctor.stdout).toMatch(
    /^ok {5}settings that differ from the defaults: PORT=0, SIGNUP=closed, PERPLEXITY_API_KEY=\(hidden\), /mu,
  );
  expect(doctor.stdout).toContain("wrong  Unknown setting VERDICT. Did you mean VERDICTS?\n");
  expect(doctor.stdout).toContain("note   Unknown setting STACKLOOP_PORT. Did you mean PORT?\n");
  expect(doctor.stdout).not.toContain("hush");
  expect(doctor.code).toBe(1);
});

test("an invalid line of .env stops the start", async () => {
  const stackloop = program();
  writeFileSync(join(stackloop.folder, ".env"), "PORT=0\nSIGNUP closed\n");
  expect(await stackloop.run([])).toEqual({
    code: 1,
    stdout: "",
    stderr: ["stackloop: line 2 of .env can't be read; write NAME=value, or # in front of a comment"],
  });
});

test("accounts are managed from a shell", async () => {
  const stackloop = await withAda();
  const made = await stackloop.run(["user", "create", "bob"]);
  const password = /^Password: (\S+)$/mu.exec(made.stdout)?.[1] ?? "";
  const fault = async (...args: string[]) => (await stackloop.run(["user", ...args])).stderr;
  expect(await fault("create", "BOB")).toEqual(["stackloop: Username already exists"]);
  expect(await fault("create", "eve", "--password", "short")).toEqual([
    "stackloop: Password must be at least 6 characters",
  ]);
  expect(await fault("demote", "ada")).toEqual([
    "stackloop: You can't demote the last admin. Make someone else an admin first.",
  ]);
  expect(await fault("promote", "zoe")).toEqual([
    "stackloop: there is no user zoe; see: stackloop user list",
  ]);
  expect(await fault("promote", "bob")).toEqual([]);
  expect(await fault("demote", "ada")).toEqual([]);
  expect(await usersOf(stackloop)).toMatch(/^ada +user .*\nbob +admin /u);

  const server = await stackloop.serve();
  const bob = restClient(server.origin);
  const login = await bob.call("POST", "/api/login", { username: "bob", password });
  expect(login).toMatchObject({ status: 200, body: { username: "bob", role: "admin" } });
});

test("a user sets a new password through a reset link from a shell", async () => {
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

test("a person who signs up through an admin link becomes admin, and then links are refused", async () => {
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
    stderr: ["stackloop: there is already an admin; use: stackloop user promote NAME"],
  });
});

test("the doctor finds no problem in a healthy installation", async () => {
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

test("the doctor suggests fixes for a new and a broken installation", async () => {
  const fresh = await program().run(["doctor"]);
  expect(fresh).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("it is created when the server starts"),
  });
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  damage(stackloop.database);
  const before = hashOf(stackloop.database);
  const { code, stdout, stderr } = await stackloop.run(["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^wrong .* is damaged; restore a backup with: stackloop restore data\/backups\//mu);
  expect(stderr).toEqual(["stackloop: found 1 problem"]);
  expect(hashOf(stackloop.database)).toBe(before);
});

test("the doctor reports unfinished indexing for search and links", async () => {
  const stackloop = program();
  await stackloop.run(["demo"]);
  const database = new Database(stackloop.database);
  database.exec("insert into search_queue values ('tool', 't1')");
  database.exec("insert into link_queue values ('tool', 't1')");
  database.exec(`insert into links (id, fromKind, fromId, toKind, toId, how, state, at)
    values ('l1', 'tool', 't1', 'tool', 't2', 'person', 'confirmed', '2026-11-21T10:00:00.000Z')`);
  database.close();
  const { code, stdout } = await stackloop.run(["doctor"]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    "note   search: doesn't find everything yet; the server builds the index while it runs",
  );
  expect(stdout).toContain("note   links: 1 leads to deleted items; the nightly job removes it");
  expect(stdout).toContain(
    "note   links: some texts are not scanned for names yet; the server does this while it runs",
  );
});

test("code that loads on demand causes no warning of Node.js", async () => {
  const { code, stderr } = await program((line) => line).run(["export", "slides", "tools.pptx"]);
  expect([code, stderr]).toEqual([0, []]);
});

test("a catalogue is exported to a file and imported into an empty database", async () => {
  const source = program();
  const { code, stdout } = await source.run(["demo"]);
  expect(code).toBe(0);
  const [, password] = /as demo with the password (\S+)$/mu.exec(stdout) ?? [];
  const again = await source.run(["demo"]);
  expect(again.stderr).toEqual([
    "stackloop: the database already has users or tools; demo needs an empty one",
  ]);
  const out = join(source.folder, "tools.json");
  await source.run(["export", "json", out]);
  const refused = await source.run(["export", "csv", out]);
  expect(refused.stderr).toEqual([`stackloop: ${out} already exists; add --force to overwrite it`]);

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
  const demo = restClient(server.origin);
  const login = await demo.call("POST", "/api/login", { username: "demo", password });
  expect(login).toMatchObject({ status: 200, body: { role: "admin" } });
  const { lines } = (await demo.call("GET", "/api/events/since")).body;
  expect(lines[0]).toMatchObject({ verb: "commented", actors: ["Sam Rivera", "Noor Haddad"] });
  const { body: papers } = await demo.call("GET", "/api/arxiv");
  expect(papers).toHaveLength(30);
  expect(papers.filter(({ pplxSummary }: { pplxSummary: string | null }) => pplxSummary)).toHaveLength(2);
  const { body: articles } = await demo.call("GET", "/api/news");
  expect(new Set(articles.map(({ url }: { url: string }) => url)).size).toBe(40);
});

/** The lines of an exported CSV without times, sorted. */
const withoutTimes = (file: string) =>
  readFileSync(file, "utf8")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, "")
    .split("\r\n")
    .toSorted();

test("tables with lines above their header are imported, and invalid files get a message", async () => {
  const target = await withAda();
  const write = (name: string, content: string) => writeFileSync(join(target.folder, name), content);
  write("report.csv", "Our tools\n\nName,Company\nShort\nClaude,Anthropic\n");
  expect((await target.run(["import", "report.csv"])).stdout).toContain("2 created");
  write("chosen.csv", "Name,x\nTool,y\nChosen,z\n");
  const chosen = await target.run(["import", "chosen.csv", "--header-line", "2"]);
  expect(chosen.stdout).toContain("1 created");
  write("lines.jsonl", '{"name":"Line One"}\n{"name":"Line Two"}\n');
  expect((await target.run(["import", "lines.jsonl"])).stdout).toContain("2 created");
  write("deep.json", "[".repeat(200_000));
  expect(await target.run(["import", "deep.json"])).toMatchObject({
    code: 1,
    stderr: ["stackloop: This JSON is nested deeper than 100 levels"],
  });
  expect((await target.run(["import", "chosen.csv", "--header-line", "0"])).stderr).toEqual([
    expect.stringContaining('--header-line must be a line number from 1 to 999 (it is "0")'),
  ]);
});

test("a row without a name is reported by its number, and the others are imported", async () => {
  const stackloop = await withAda();
  writeFileSync(
    join(stackloop.folder, "tools.csv"),
    "Name,URL,Mood\nGood,https://good.example,\n,https://x.example,\nLong,x,y,z\n",
  );
  const nobody = await stackloop.run(["import", "tools.csv", "--user", "zoe"]);
  expect(nobody.stderr).toEqual(["stackloop: there is no user zoe; see: stackloop user list"]);
  const { code, stdout, stderr } = await stackloop.run(["import", "tools.csv", "--user", "ADA"]);
  expect(code).toBe(1);
  expect(stdout).toContain("row 2: Tool name is required");
  expect(stdout).toContain("row 3: Row 3 has 4 cells, but the header has 3 columns");
  expect(stdout).toContain("Unused columns: Mood");
  expect(stdout).toContain("1 created, 0 updated, 0 skipped, 2 wrong");
  expect(stderr).toEqual(["stackloop: 2 of 3 rows are invalid and were left out"]);
});

test("invalid fields are counted by kind and do not fail the command", async () => {
  const stackloop = await withAda();
  writeFileSync(
    join(stackloop.folder, "tools.csv"),
    "Name,URL\nA,javascript:1\nB,soon\nC,https://c.example\n",
  );
  const plain = await stackloop.run(["import", "tools.csv", "--dry-run"]);
  expect(plain).toMatchObject({ code: 0, stderr: [] });
  expect(plain.stdout.split("\n").slice(0, 2)).toEqual([
    "URL left out: not a web address — 2 rows",
    "3 created, 0 updated, 0 skipped, 0 wrong",
  ]);
  const verbose = await stackloop.run(["import", "tools.csv", "--verbose"]);
  expect(verbose.stdout).toContain(
    'row 1 "A": created\n  URL left out: not a web address: javascript:1\nrow 2 "B": created',
  );
});

test("a file with an uncertain encoding is imported with --encoding", async () => {
  const stackloop = await withAda();
  writeFileSync(join(stackloop.folder, "tools.csv"), Buffer.from("Name\nCaf\u00e9 M\u00fcnchen\n", "latin1"));
  const refused = await stackloop.run(["import", "tools.csv"]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toEqual([
    "stackloop: tools.csv doesn't specify its text encoding; it may be windows-1252. Check with --dry-run --verbose, then add --encoding windows-1252 or another",
  ]);
  const dry = await stackloop.run(["import", "tools.csv", "--dry-run"]);
  expect(dry).toMatchObject({ code: 0 });
  expect(dry.stdout).toContain("Read as windows-1252 (a guess): Café München");
  const unknown = await stackloop.run(["import", "tools.csv", "--encoding", "klingon"]);
  expect(unknown.stderr[0]).toMatch(/^stackloop: klingon is not a supported encoding; use one of utf-8, /u);
  const taken = await stackloop.run(["import", "tools.csv", "--encoding", "latin1", "--verbose"]);
  expect(taken).toMatchObject({ code: 0 });
  expect(taken.stdout).toContain('row 1 "Café München": created');
});

test("columns are mapped and fields skipped as requested, and unknown ones are named", async () => {
  const stackloop = await withAda();
  writeFileSync(
    join(stackloop.folder, "tools.csv"),
    "Name,Where,category,tags,notes\nSora,sora.example,Text to Video,a,n\nSuno,suno.example,Audio,b,n\n",
  );
  const importing = (...args: string[]) => stackloop.run(["import", "tools.csv", ...args]);
  expect((await importing("--map", "nothing=url")).stderr).toEqual([
    'stackloop: There is no column "nothing"; the file has Name, Where, category, tags, notes',
  ]);
  expect((await importing("--map", "Where=price")).stderr[0]).toMatch(
    /^stackloop: There is no field "price"; the fields are name, company, url, /u,
  );
  const skipping = await importing("--map", "category=name", "--skip", "Name", "--dry-run", "--verbose");
  expect(skipping.stdout).toContain('row 1 "Text to Video": created');
  expect((await importing("--skip", "name")).stderr).toEqual([
    "stackloop: Couldn't find the column with the tool names. Add --map COLUMN=name. The header was read as: Name, Where, category, tags, notes. If another line has the column names, add --header-line with its number; if none has, add such a line.",
  ]);
  writeFileSync(join(stackloop.folder, "tools.json"), JSON.stringify([{ id: 1, owned_by: "x" }]));
  expect((await stackloop.run(["import", "tools.json"])).stderr).toEqual([
    "stackloop: Couldn't find the column with the tool names. Add --map COLUMN=name. The objects have: id, owned_by.",
  ]);
  writeFileSync(join(stackloop.folder, "same.csv"), "name,url\nA,a.example\nA,b.example\n");
  const apart = await stackloop.run(["import", "same.csv", "--dry-run"]);
  expect(apart.stdout).toContain("Rows 1, 2 are all named A; use --merge-names to merge them");
  const merged = await stackloop.run(["import", "same.csv", "--dry-run", "--merge-names"]);
  expect(merged.stdout).toContain("1 created, 0 updated, 1 skipped, 0 wrong");
  const done = await importing("--map", "where=URL, category=Industry", "--skip", "tags,notes");
  expect(done).toMatchObject({ code: 0 });
  expect(done.stdout).toContain("Unused columns: tags, notes");
  await stackloop.run(["export", "json", "out.json"]);
  const tools = JSON.parse(readFileSync(join(stackloop.folder, "out.json"), "utf8"));
  expect(tools).toMatchObject([
    {
      name: "Sora",
      url: "https://sora.example",
      modality: null,
      industry: "text to video",
      tags: [],
      notes: null,
    },
    { name: "Suno", industry: "audio" },
  ]);
});

test("a server reports each update of its tables, and nothing when it creates them", async () => {
  const fresh = await program().serve();
  expect(fresh.output()).not.toContain("updating the tables");
  const older = program();
  mkdirSync(dirname(older.database));
  await writeDatabaseOfVersion(older.database, SCHEMA_VERSION - 2);
  const server = await older.serve();
  const told = [...server.output().matchAll(/"version":(\d+),"last":(\d+),"msg":"updating the tables"/gu)];
  expect(told.map(([, step, last]) => [Number(step), Number(last)])).toEqual([
    [SCHEMA_VERSION - 1, SCHEMA_VERSION],
    [SCHEMA_VERSION, SCHEMA_VERSION],
  ]);
});

test("a taken port is reported in one line", async () => {
  const taken = await listening(() => {});
  const port = taken.split(":")[1] ?? "";
  const { code, stderr } = await program().run(["serve"], { PORT: port });
  expect(code).toBe(1);
  expect(stderr).toEqual([
    `stackloop: another program is already using 127.0.0.1:${port}; stop it, or set PORT to another number`,
  ]);
});

test("a question without an answer or words, or too long, gets one line", async () => {
  const stackloop = program();
  const ask = async (question: string) => {
    const { code, stdout, stderr } = await stackloop.run(["ask", question]);
    return [code, stdout.trim() || stderr.join()];
  };
  expect(await ask("Which violins did Stradivari build?")).toEqual([0, "No answer found."]);
  expect(await ask("Is it?")).toEqual([1, "stackloop: Ask with a few more words."]);
  expect(await ask(" ")).toEqual([
    64,
    "stackloop: QUESTION is empty; usage: stackloop ask [options] <QUESTION>",
  ]);
  const tooLong = "stackloop: A question can have at most 1000 characters";
  expect(await ask("c".repeat(1001))).toEqual([1, tooLong]);
});

test("a file with only a header is reported as such", async () => {
  const stackloop = program();
  const file = join(dirname(dirname(stackloop.database)), "header.csv");
  writeFileSync(file, "name,url\n");
  const { code, stderr } = await stackloop.run(["import", file, "--map", "title=name"]);
  expect([code, stderr]).toEqual([1, [`stackloop: ${file} has no rows to import`]]);
});

test("a path that is no file gets one line that says what to do", async () => {
  const stackloop = program();
  const folder = dirname(dirname(stackloop.database));
  await stackloop.run(["migrate"]);
  const fault = async (args: string[], environment = {}) => {
    const { code, stderr } = await stackloop.run(args, environment);
    expect(code).toBe(1);
    return stderr.join("\n");
  };
  const missing = join(folder, "missing.csv");
  const isFolder = `stackloop: ${folder} is a folder; choose a file`;
  expect(await fault(["restore", folder])).toBe(isFolder);
  for (const command of ["check", "serve"])
    expect(await fault([command], { DATABASE_URL: `file:${folder}` })).toBe(isFolder);
  expect(await fault(["check"], { DATABASE_URL: `file:${stackloop.database}/x.db` })).toContain(
    "stackloop: ",
  );
  expect(await fault(["import", missing])).toBe(
    `stackloop: can't use ${missing} (no such file or directory); check the path and its permissions`,
  );
  expect(await fault(["import", folder, "--format", "csv"])).toContain("illegal operation on a directory");
  expect(await fault(["export", "csv", join(folder, "new", "tools.csv")])).toBe(
    `stackloop: there is no folder ${join(folder, "new")}; create it first`,
  );
});

test("links are rebuilt and explained", async () => {
  const stackloop = program();
  await stackloop.run(["demo"]);
  const database = new Database(stackloop.database);
  const links = () => database.prepare("select count(*) from links where state = 'found'").pluck().get();
  const before = links();
  database.exec("delete from links");
  const rebuilt = await stackloop.run(["links", "rebuild"]);
  expect(rebuilt.code).toBe(0);
  expect(rebuilt.stdout).toContain(`There are ${String(before)} links now.`);
  expect(links()).toBe(before);
  const id = String(
    database.prepare("select id from prompts where name = 'Meeting notes to decisions'").pluck().get(),
  );
  database.close();
  const explained = await stackloop.run(["links", "explain", `prompt:${id}`]);
  expect(explained.stdout).toContain("linked  “Whisper” in the notes → Whisper: ");
  expect((await stackloop.run(["links", "explain", "prompt"])).stderr[0]).toBe(
    `stackloop: “prompt” is not an item; use ${ANY_REF}; usage: stackloop links explain [options] <REF>`,
  );
  expect((await stackloop.run(["links", "explain", "prompt:none"])).stderr).toEqual([
    "stackloop: There is no prompt:none",
  ]);
});
