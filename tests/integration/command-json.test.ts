import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { SCHEMA_VERSION } from "#db/migrations/index.ts";
import { commands } from "#server/commands/command-table.ts";
import demoLibrary from "#server/commands/demo/demo-library.json" with { type: "json" };
import { starterTools } from "#server/features/tools/starter-catalogue.ts";
import { cleanUpAfter } from "#tests/support/cleanup.ts";
import { damage } from "#tests/support/database-files.ts";
import { forgetBundledFeeds, type Program, program, withAda } from "#tests/support/program.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { siteUpstream } from "#tests/support/upstreams/site-upstream.ts";

/** A command's JSON output: at most one line on each of the two outputs. */
async function forScript(stackloop: Program, args: string[], environment?: Record<string, string>) {
  const { code, stdout, stderr } = await stackloop.run([...args, "--json"], environment);
  const [result, ...more] = stdout.split("\n").filter((line) => line !== "");
  expect(more).toEqual([]);
  return {
    code,
    result: result === undefined ? undefined : JSON.parse(result),
    errors: stderr.map((line) => JSON.parse(line)),
  };
}

const errorSaying = (text: string) => [{ error: { message: expect.stringContaining(text) } }];

test("an address is saved with a note where it belongs, and only once", async () => {
  const site = await siteUpstream({
    "/sing": "<html><head><title>Whales sing</title><meta name=author content='Ada Li'></head></html>",
  });
  cleanUpAfter(() => site.close());
  const stackloop = await withAda();
  const url = `${site.origin}/sing`;
  const save = (...args: string[]) =>
    forScript(stackloop, ["save", ...args], { OUTBOUND_ALLOW: site.hostAndPort });
  const { result } = await save(url, "--note", "For the choir.");
  expect(result).toEqual({
    ref: expect.stringMatching(/^reading:/u),
    title: "Whales sing",
    path: expect.stringContaining("/chapter-loop?reading="),
    target: "reading",
    isNew: true,
    isRead: true,
  });
  expect((await save(url)).result).toMatchObject({ ref: result.ref, isNew: false });
  expect(await save("words")).toMatchObject({ code: 1, errors: errorSaying("neither a web address") });
  expect(await save(url, "--to", "shelf")).toMatchObject({ code: 64, errors: errorSaying("--to must be") });
});

test("every command except the server has JSON output", () => {
  expect(commands.filter(({ json }) => json === undefined).map(({ name }) => name)).toEqual(["serve"]);
});

test("accounts have JSON output", async () => {
  const stackloop = program();
  const json = (...args: string[]) => forScript(stackloop, args);
  expect(await json("user", "list")).toEqual({ code: 0, result: { users: [] }, errors: [] });
  expect(await json("admin-link")).toEqual({
    code: 0,
    result: {
      url: expect.stringContaining("/?setup="),
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/u),
    },
    errors: [],
  });
  const { result: ada } = await json("user", "create", "ada", "--admin");
  expect(ada).toEqual({ username: "ada", role: "admin", password: expect.stringMatching(/^\S{16}$/u) });
  const { result: bob } = await json("user", "create", "bob", "--password", "secret-pass");
  expect(bob).toEqual({ username: "bob", role: "user", password: null });
  expect((await json("user", "promote", "BOB")).result).toEqual({ username: "bob", role: "admin" });
  expect((await json("user", "demote", "bob")).result).toEqual({ username: "bob", role: "user" });
  expect((await json("user", "reset-password", "bob")).result).toEqual({
    username: "bob",
    url: expect.stringContaining("/?reset="),
    expiresAt: expect.any(String),
  });
  const { users } = (await json("user", "list")).result;
  expect(users).toEqual([
    { username: "ada", role: "admin", email: null, createdAt: expect.any(String), disabledAt: null },
    { username: "bob", role: "user", email: null, createdAt: expect.any(String), disabledAt: null },
  ]);
  expect(await json("user", "demote", "ada")).toEqual({
    code: 1,
    result: undefined,
    errors: errorSaying("You can't demote the last admin"),
  });
  expect(await json("admin-link")).toMatchObject({ code: 1, errors: errorSaying("already an admin") });
  expect(await json("user", "create")).toEqual({
    code: 64,
    result: undefined,
    errors: errorSaying("missing required argument 'NAME'; usage: stackloop user create"),
  });
});

test("database commands have JSON output", async () => {
  const stackloop = program();
  const json = (...args: string[]) => forScript(stackloop, args);
  const file = "./data/stackloop.db";
  expect((await json("migrate")).result).toEqual({ file, from: 0, to: SCHEMA_VERSION, backupFile: null });
  const { result: saved } = await json("backup", "saved.db");
  expect(saved).toEqual({ file: "saved.db", bytes: readFileSync(join(stackloop.folder, "saved.db")).length });
  expect(await json("backup", "saved.db")).toMatchObject({ code: 1, errors: errorSaying("already exists") });
  expect((await json("check")).result).toEqual({ file, bytes: expect.any(Number), intact: true });
  expect((await json("restore", "saved.db")).result).toEqual({
    file,
    backup: "saved.db",
    replaced: expect.stringContaining(`${file}.replaced-`),
  });
  const healthy = await json("doctor");
  expect(healthy).toMatchObject({ code: 0, result: { problems: 0 }, errors: [] });
  expect(healthy.result.findings).toContainEqual({
    verdict: "ok",
    text: `tables: version ${SCHEMA_VERSION}`,
  });

  damage(stackloop.database);
  expect(await json("check")).toEqual({
    code: 2,
    result: { file, bytes: expect.any(Number), intact: false },
    errors: errorSaying("is damaged"),
  });
  const broken = await json("doctor");
  expect(broken).toMatchObject({ code: 1, result: { problems: 1 }, errors: errorSaying("found 1 problem") });
  expect(broken.result.findings).toContainEqual({
    verdict: "wrong",
    text: expect.stringContaining("is damaged"),
  });
});

test("imports and exports have JSON output", async () => {
  const stackloop = program();
  const json = (...args: string[]) => forScript(stackloop, args);
  const { result: demo } = await json("demo");
  expect(demo).toEqual({
    tools: starterTools.length,
    url: expect.stringMatching(/^http:/u),
    username: "demo",
    password: expect.any(String),
  });
  const { result: written } = await json("export", "csv", "tools.csv");
  const { length: bytes } = readFileSync(join(stackloop.folder, "tools.csv"));
  expect(written).toEqual({ file: "tools.csv", format: "csv", bytes, tools: starterTools.length });
  const decided = new Set(demoLibrary.verdicts.map(({ name }) => name)).size;
  const { result: radar } = await json("export", "radar", "radar.csv");
  expect(radar).toMatchObject({ format: "radar", tools: decided });
  expect(await json("export", "csv", "-")).toMatchObject({
    code: 64,
    errors: errorSaying("--json can't be"),
  });

  writeFileSync(
    join(stackloop.folder, "more.csv"),
    "Name,URL,Mood\nGood,https://good.example,\n,https://x.example,\n",
  );
  const { code, result, errors } = await json("import", "more.csv");
  expect(code).toBe(1);
  expect(result).toMatchObject({ created: 1, updated: 0, skipped: 0, wrong: 1, unusedColumns: ["Mood"] });
  expect(result.rows).toMatchObject([
    { row: 1, name: "Good", outcome: "created" },
    { row: 2, outcome: "wrong", message: "Tool name is required" },
  ]);
  expect(errors).toEqual(errorSaying("1 of 2 rows are invalid"));
  const guessed = Buffer.from("Name\nCaf\u00e9\n", "latin1");
  writeFileSync(join(stackloop.folder, "latin.csv"), guessed);
  expect(await json("import", "latin.csv")).toMatchObject({ code: 1, result: undefined });
});

test("a fetch has JSON output, with the failed sources", async () => {
  const { environment, hackerNews, close } = await startUpstreams({});
  hackerNews.answerAlways({ status: 400 });
  const stackloop = await withAda();
  writeFileSync(join(stackloop.folder, "tools.csv"), "Name\nClaude\n");
  await stackloop.run(["import", "tools.csv"]);
  await forgetBundledFeeds(stackloop);
  const { code, result, errors } = await forScript(stackloop, ["fetch", "news"], environment);
  await close();
  expect(code).toBe(1);
  expect(errors).toEqual([{ error: { message: "The only source failed" } }]);
  expect(result).toMatchObject({ job: "news.fetch", state: "failed", error: "The only source failed" });
  expect(result.sourceErrors).toEqual([{ source: "Hacker News", message: expect.any(String) }]);
});

test("a log warning is separate from the result", async () => {
  const stackloop = program();
  const { stdout, stderr } = await stackloop.run(["migrate", "--json"], { STACKLOOP_PORT: "4000" });
  expect(JSON.parse(stdout)).toMatchObject({ to: SCHEMA_VERSION });
  expect(stderr).toEqual([expect.stringContaining("Unknown setting STACKLOOP_PORT. Did you mean PORT?")]);
});

test("tools can be piped from one installation to another", async () => {
  const [source, target] = [program(), await withAda()];
  await source.run(["demo"]);
  const sent = await source.run(["export", "json", "-"]);
  expect(sent).toMatchObject({ code: 0, stderr: [] });
  const received = await target.runWith(sent.stdout, ["import", "-", "--format", "json"]);
  expect(received).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${starterTools.length} created`),
  });
  expect(await target.run(["import", "-"])).toMatchObject({
    code: 64,
    stderr: [expect.stringContaining("add --format csv or --format json for standard input")],
  });
  const wrong = await target.runWith("Name\nA\n", ["import", "-", "--format", "xlsx"]);
  expect(wrong).toMatchObject({
    code: 64,
    stderr: [expect.stringContaining("--format must be csv or json")],
  });
});

test("a reader that closes the pipe causes no error", async () => {
  const stackloop = program();
  await stackloop.run(["demo"]);
  const exporting = await stackloop.begin(["export", "json", "-"]);
  exporting.stopReading();
  expect(await exporting.ending).toMatchObject({ code: 0, stderr: [] });
});
