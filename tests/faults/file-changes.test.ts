import { spawnSync } from "node:child_process";
import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import Database from "better-sqlite3";
import { describe, expect, onTestFinished, test } from "vitest";

import { checkDatabase } from "#db/sqlite/files/database-file.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { type Program, withAda } from "#tests/support/program.ts";
import { signedIn } from "#tests/support/rest-client.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

const REFUSED = {
  status: 503,
  body: {
    message:
      "The server can't save anything, because its database file was moved, replaced or deleted. Ask your administrator.",
    code: "SERVICE_UNAVAILABLE",
  },
};

/** Operators' changes to a file, with a copy available, and the reported problem. */
const CHANGES: Record<string, [(file: string, copy: string) => void, string]> = {
  deleted: [(file) => rmSync(file), "database file missing"],
  moved: [(file) => renameSync(file, `${file}.old`), "database file missing"],
  "moved with its folder": [
    (file) => renameSync(dirname(file), `${dirname(file)}-old`),
    "database file missing",
  ],
  "without its log": [(file) => rmSync(`${file}-wal`), "database file missing"],
  "replaced by a backup": [(file, copy) => renameSync(copy, file), "database file replaced"],
  "replaced by an empty file": [
    (file) => {
      rmSync(file);
      writeFileSync(file, "");
    },
    "database file replaced",
  ],
  "overwritten by a backup": [(file, copy) => copyFileSync(copy, file), "database file replaced"],
  "overwritten by nothing": [(file) => writeFileSync(file, ""), "database file replaced"],
  "overwritten by something else": [(file) => writeFileSync(file, "notes"), "database file replaced"],
};

async function served() {
  const stackloop = await withAda();
  const server = await stackloop.serve();
  const copy = join(stackloop.folder, "copy.db");
  await stackloop.run(["backup", copy]);
  const ada = await signedIn(server.origin, "ada");
  const add = (name: string) => ada.call("POST", "/api/prompts", { name, prompt: "Sing" });
  const readiness = async () => (await fetch(`${server.origin}/readyz`)).json();
  expect((await add("Before")).status).toBe(201);
  expect(await readiness()).toEqual({ status: "ok" });
  return { stackloop, server, copy, ada, add, readiness };
}

function promptsOf({ database }: Program): unknown[] {
  const sqlite = new Database(database, { readonly: true });
  const names = sqlite.prepare("select name from prompts order by name").pluck().all();
  sqlite.close();
  return names;
}

const SAMPLES = new Set(["overwritten by nothing"]);

for (const [name, [change, reason]] of Object.entries(CHANGES))
  describe(`R10: a file that is ${name} while the server runs`, thoroughUnless(SAMPLES.has(name)), () => {
    test("is reported, and writes are refused", async () => {
      const { stackloop, server, copy, ada, add, readiness } = await served();
      change(stackloop.database, copy);
      expect(await readiness()).toEqual({ status: "unavailable", reason });
      expect(await add("After")).toMatchObject(REFUSED);
      expect(await ada.call("DELETE", "/api/prompts/none")).toMatchObject(REFUSED);
      await expect
        .poll(() => server.output(), { timeout: 10_000 })
        .toMatch(/so nothing can be saved; stop the server/u);
      await server.stop("SIGTERM");
    });
  });

describe("R10", () => {
  test("writing resumes in a file that is restored, with nothing lost", async () => {
    const { stackloop, server, add, readiness } = await served();
    const elsewhere = `${stackloop.database}.old`;
    renameSync(stackloop.database, elsewhere);
    expect(await add("Refused")).toMatchObject(REFUSED);
    renameSync(elsewhere, stackloop.database);
    expect(await readiness()).toEqual({ status: "ok" });
    expect((await add("After")).status).toBe(201);
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(promptsOf(stackloop)).toEqual(["After", "Before"]);
  });

  test("a backup copied over the file is intact after the server has stopped", async () => {
    const { stackloop, server, copy, add } = await served();
    copyFileSync(copy, stackloop.database);
    expect(await add("Refused")).toMatchObject(REFUSED);
    await server.stop("SIGTERM");
    expect(() => checkDatabase(stackloop.database, "thorough")).not.toThrow();
    expect((await stackloop.run(["user", "list"])).stdout).toContain("ada");
  });

  test("checking an open file preserves its locks, so that no other program deletes its log", async () => {
    const { database: file } = await withAda();
    const database = openFile(file);
    onTestFinished(() => database.close());
    checkDatabase(file, "thorough");
    // Opened and closed by another program, whose last connection would move the log into the file.
    const script = `const D = require("better-sqlite3"); const d = new D(process.argv[1]); d.prepare("select 1 from users").get(); d.close()`;
    const cwd = join(import.meta.dirname, "../..");
    expect(spawnSync(process.execPath, ["-e", script, file], { cwd }).status).toBe(0);
    expect(database.findFileChange()).toBe(null);
  });
});
