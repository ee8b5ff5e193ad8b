import { expect, onTestFinished, test } from "vitest";

import { SCHEMA_VERSION } from "#db/migrations/index.ts";
import { startDatabase } from "#db/open.ts";
import { asAdmin, createDatabase, createMigratedDatabase } from "#tests/support/postgresql.ts";
import { program, usersOf } from "#tests/support/program.ts";

const roleOf = (database: string) => `"${new URL(database).username}"`;

test.each([
  ["backup", /pg_dump/u],
  ["check", /pg_amcheck/u],
  ["restore somewhere.dump", /pg_restore/u],
])("%s names the replacement on a database server", async (command, instead) => {
  const url = await createMigratedDatabase();
  const { code, stderr, stdout } = await program().run(command.split(" "), { DATABASE_URL: url });
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toEqual([expect.stringMatching(instead)]);
  expect(stderr[0]).not.toContain(new URL(url).password);
});

test("migrate creates the tables once", async () => {
  const url = await createDatabase();
  const stackloop = program();
  const migrate = async () =>
    JSON.parse((await stackloop.run(["migrate", "--json"], { DATABASE_URL: url })).stdout);
  const { host, pathname } = new URL(url);
  const file = `${host}${pathname}`;
  expect(await migrate()).toEqual({ file, from: 0, to: SCHEMA_VERSION, backupFile: null });
  expect(await migrate()).toEqual({ file, from: SCHEMA_VERSION, to: SCHEMA_VERSION, backupFile: null });
});

test("accounts are managed from a shell, with and without a running server", async () => {
  const url = await createDatabase();
  const stackloop = program();
  const environment = { DATABASE_URL: url };
  const create = (name: string) =>
    stackloop.run(["user", "create", name, "--admin", "--password", "secret-pass"], environment);
  expect(await create("ada")).toMatchObject({ code: 0, stderr: [] });
  const server = await stackloop.serve(environment);
  expect(await create("grace")).toMatchObject({ code: 0, stderr: [] });
  const { stdout } = await stackloop.run(["user", "list"], environment);
  expect(stdout).toMatch(/ada/u);
  expect(stdout).toMatch(/grace/u);
  expect(await server.stop("SIGTERM")).toBe(0);
  expect(await usersOf(stackloop)).not.toMatch(/ada/u);
});

test("the doctor finds no problem in a healthy database, and reports missing features", async () => {
  const url = await createMigratedDatabase();
  const stackloop = program();
  const examine = async () => {
    const { stdout, code } = await stackloop.run(["doctor", "--json"], { DATABASE_URL: url });
    return { code, ...JSON.parse(stdout) };
  };
  const texts = ({ findings }: { findings: { verdict: string; text: string }[] }) =>
    findings.map(({ verdict, text }) => `${verdict} ${text}`);
  const healthy = await examine();
  expect(healthy).toMatchObject({ code: 0, problems: 0 });
  expect(texts(healthy)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^ok database: .*PostgreSQL \d/u),
      "ok extension pg_trgm: installed",
      `ok tables: version ${SCHEMA_VERSION}`,
      expect.stringMatching(/^note administrators: none/u),
      expect.stringMatching(/^note backups: .*docs\/scale\.md/u),
      "ok search: finds everything",
    ]),
  );

  await asAdmin(url, "drop index story_trigrams");
  expect(texts(await examine())).toContainEqual(
    expect.stringMatching(/^note .*its indexes don.t exist yet.*restart/u),
  );
  await asAdmin(url, "drop extension pg_trgm cascade");
  expect(texts(await examine())).toContainEqual(
    expect.stringMatching(/^note extension pg_trgm: .*create extension/u),
  );

  await asAdmin(url, `revoke all on schema public from public`, `alter schema public owner to current_user`);
  const without = await examine();
  expect(without).toMatchObject({ code: 1, problems: 1 });
  expect(texts(without)).toContainEqual(expect.stringMatching(/^wrong .*(?:schema|create tables)/u));
});

test("a start without the right to create tables, or with another program's tables, is refused in one line", async () => {
  const environmentOf = (url: string) => ({ DATABASE_URL: url });
  const bare = await createDatabase();
  await asAdmin(
    bare,
    `alter schema public owner to current_user`,
    `grant usage on schema public to ${roleOf(bare)}`,
  );
  expect(await program().run(["serve"], environmentOf(bare))).toMatchObject({
    code: 1,
    stderr: [expect.stringMatching(/grant create on schema public to USER/u)],
  });

  const foreign = await createDatabase();
  await asAdmin(foreign, "create table of_another_program (id int)");
  expect(await program().run(["serve"], environmentOf(foreign))).toMatchObject({
    code: 1,
    stderr: [expect.stringMatching(/tables of another program; choose an empty database/u)],
  });

  const newer = await createMigratedDatabase();
  await asAdmin(newer, "update stackloop_schema set version = 999");
  expect(await program().run(["serve"], environmentOf(newer))).toMatchObject({
    code: 1,
    stderr: [expect.stringMatching(/version 999 is newer than this app/u)],
  });
});

test("everything works without the right to create an extension", async () => {
  const url = await createDatabase();
  const { pathname, username } = new URL(url);
  await asAdmin(
    url,
    `alter database "${pathname.slice(1)}" owner to current_user`,
    `alter schema public owner to "${username}"`,
  );
  const stackloop = program();
  const server = await stackloop.serve({ DATABASE_URL: url });
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  const { stdout } = await stackloop.run(["doctor"], { DATABASE_URL: url });
  expect(stdout).toMatch(/note {3}extension pg_trgm: not installed/u);
});

test("an extension outside the search path counts as missing", async () => {
  const url = await createDatabase();
  await asAdmin(url, "create schema elsewhere", "create extension pg_trgm schema elsewhere");
  const stackloop = program();
  expect(await stackloop.run(["migrate"], { DATABASE_URL: url })).toMatchObject({ code: 0, stderr: [] });
  const { stdout } = await stackloop.run(["doctor"], { DATABASE_URL: url });
  expect(stdout).toMatch(
    /note {3}extension pg_trgm: not installed.*alter extension pg_trgm set schema public/u,
  );
});

test("the tables can be in a schema with capitals in its name", async () => {
  const url = new URL(await createDatabase());
  await asAdmin(url.href, `create schema "Stack Loop" authorization ${roleOf(url.href)}`);
  url.searchParams.set("options", '-c search_path="Stack\\ Loop"');
  const stackloop = program();
  const migrate = async () => stackloop.run(["migrate"], { DATABASE_URL: url.href });
  expect(await migrate()).toMatchObject({ code: 0, stderr: [] });
  expect(await migrate()).toMatchObject({
    code: 0,
    stderr: [],
    stdout: expect.stringContaining("up to date"),
  });
});

test("a process that starts during other processes' writes does not wait for them", async () => {
  const url = await createMigratedDatabase();
  const beside = await startDatabase(url, { backupFolder: "", log: { info() {}, warn() {} } });
  onTestFinished(() => beside.close());
  await beside.db.transaction().execute(async (db) => {
    await db.deleteFrom("research_papers").execute();
    await db.deleteFrom("news_articles").execute();
    const { code } = await program().run(["migrate"], { DATABASE_URL: url });
    expect(code).toBe(0);
  });
});
