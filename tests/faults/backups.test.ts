import { copyFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { urlOfFile } from "#db/database-url.ts";
import { findShortTables } from "#db/sqlite/files/backup.ts";
import type { JobOverview } from "#shared/operations/jobs.ts";
import { damage, foreignDatabase, hashOf, setNewerVersion } from "#tests/support/database-files.ts";
import { pngImage } from "#tests/support/images.ts";
import { program, usersOf, withAda } from "#tests/support/program.ts";
import { signedIn, signedUp } from "#tests/support/rest-client.ts";
import { THOROUGH } from "#tests/support/thorough.ts";
import { findLosses, openLedger, writeUnderLoad } from "#tests/support/write-load.ts";

test("R33: restores a backup of a live server after the server has stopped", async () => {
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

test("creates a new file for each backup, and never overwrites one", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  expect(readdirSync(stackloop.backups)).toEqual([
    expect.stringMatching(/^stackloop-\d{4}-\d\d-\d\dT[\d-]+Z\.db$/u),
  ]);
  await stackloop.run(["backup", "saved.db"]);
  const second = await stackloop.run(["backup", "saved.db"]);
  expect(second).toMatchObject({
    code: 1,
    stderr: ["stackloop: saved.db already exists; choose another name"],
  });
});

test("R31: refuses a file that is not a backup, and changes nothing", async () => {
  const stackloop = await withAda();
  const file = (name: string) => join(stackloop.folder, name);
  writeFileSync(file("text.db"), "not a database, but long enough to have a header");
  writeFileSync(file("empty.db"), "");
  foreignDatabase(file("foreign.db"));
  for (const name of ["newer.db", "damaged.db"]) await stackloop.run(["backup", name]);
  setNewerVersion(file("newer.db"));
  damage(file("damaged.db"));
  const before = hashOf(stackloop.database);
  const refusals = {
    "none.db": "there is no file none.db",
    "text.db": "text.db is not a database or is damaged",
    "empty.db": "empty.db is empty",
    "foreign.db": "foreign.db belongs to another program",
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

test("R31: replaces a damaged database with its backup, despite leftover files", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup", "saved.db"]);
  damage(stackloop.database);
  copyFileSync(join(stackloop.folder, "saved.db"), `${stackloop.database}-wal`);
  const { code } = await stackloop.run(["restore", "saved.db"]);
  expect(code).toBe(0);
  expect(await usersOf(stackloop)).toContain("ada");
});

test("R32: makes a complete backup under load, with every write acknowledged before it began", async () => {
  const stackloop = await withAda();
  // The load lasts as long as the backup.
  const server = await stackloop.serve({ RATE_LIMITS: "off" });
  const cookie = (await signedIn(server.origin, "ada")).cookie();
  const ledger = openLedger(join(stackloop.folder, "ledger"));
  const ending = new AbortController();
  const load = writeUnderLoad({ origin: server.origin, cookie, ledger, writers: 4, signal: ending.signal });
  await expect.poll(() => ledger.read().length, { timeout: 30_000 }).toBeGreaterThan(100);
  const before = ledger.read();
  expect(await stackloop.run(["backup", "saved.db"])).toMatchObject({ code: 0, stderr: [] });
  expect(ledger.read().length).toBeGreaterThan(before.length);
  ending.abort();
  expect(new Set((await load).keys())).toEqual(new Set([200, 201]));
  const saved = join(stackloop.folder, "saved.db");
  expect(await findLosses(urlOfFile(saved), { ...ledger, read: () => before })).toEqual({
    lost: [],
    halfWritten: [],
    damage: [],
  });
});

test("R33: rejects a copy with missing rows, but accepts rows added or deleted during the copy", () => {
  const rows = (tools: number, prompts: number) =>
    new Map([
      ["ai_tools", tools],
      ["prompts", prompts],
    ]);
  expect(findShortTables(rows(5, 1), rows(6, 1), rows(6, 2))).toEqual(["ai_tools"]);
  expect(findShortTables(new Map([["prompts", 1]]), rows(6, 1), rows(6, 1))).toEqual(["ai_tools"]);
  expect(findShortTables(rows(6, 3), rows(6, 2), rows(6, 4))).toEqual([]);
  expect(findShortTables(rows(5, 2), rows(6, 2), rows(4, 2))).toEqual([]);
});

test("R33: a replicator can hold a read while the server writes and stops", THOROUGH, async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const ada = await signedIn(server.origin, "ada");
  const replicator = new Database(stackloop.database);
  onTestFinished(() => {
    replicator.close();
  });
  expect(replicator.pragma("locking_mode", { simple: true })).toBe("normal");
  replicator.exec("begin");
  const countTools = replicator.prepare("select count(*) from ai_tools").pluck();
  expect(countTools.get()).toBe(0);
  for (let tool = 0; tool < 20; tool += 1)
    expect((await ada.call("POST", "/api/ai-tools", { name: `Tool ${tool}` })).status).toBe(201);
  expect(countTools.get()).toBe(0);
  expect(await server.stop("SIGTERM")).toBe(0);
  replicator.exec("commit");
  expect(countTools.get()).toBe(20);
});

test("R38: a restored database has its tools' images, and cleanup deletes none of them", async () => {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const ada = await signedIn(server.origin, "ada");
  const addToolWithLogo = async (name: string): Promise<string> => {
    const { body: upload } = await ada.call("POST", "/api/logos/upload", { fileExtension: "png" });
    const stored = await fetch(upload.uploadURL, {
      method: "PUT",
      headers: { cookie: ada.cookie(), "content-type": "image/png" },
      body: new Uint8Array(pngImage()),
    });
    const { path } = await stored.json();
    expect((await ada.call("POST", "/api/ai-tools", { name, logoUrl: path })).status).toBe(201);
    return path;
  };
  const before = await addToolWithLogo("Before");
  expect((await stackloop.run(["backup", "saved.db"])).code).toBe(0);
  const after = await addToolWithLogo("After");
  await server.stop("SIGTERM");
  expect((await stackloop.run(["restore", "saved.db"])).code).toBe(0);

  const restored = await stackloop.serve();
  const admin = await signedIn(restored.origin, "ada");
  const { body: started } = await admin.call("POST", "/trpc/jobs.start", { name: "cleanup" });
  const outcome = async () => {
    const { body } = await admin.call("GET", "/trpc/jobs.overview");
    const jobs: JobOverview[] = body.result.data;
    return jobs.flatMap(({ runs }) => runs).find(({ id }) => id === started.result.data.jobId)?.state;
  };
  await expect.poll(outcome, { timeout: 30_000 }).toBe("succeeded");
  const statuses = [before, after].map(async (path) => (await fetch(restored.origin + path)).status);
  expect(await Promise.all(statuses)).toEqual([200, 404]);
});
