import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { hashOf } from "#tests/support/database-files.ts";
import { program, withAda } from "#tests/support/program.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";

/** Locks a database, so that readers wait for their whole timeout. */
function hold(file: string): void {
  const sqlite = new Database(file);
  sqlite.pragma("locking_mode = EXCLUSIVE");
  sqlite.exec("begin exclusive");
  onTestFinished(() => {
    sqlite.close();
  });
}

const namesIn = (folder: string) => readdirSync(folder).toSorted();

test.each(["SIGINT", "SIGTERM"] as const)(
  "R4: a backup stopped by %s leaves nothing behind",
  async (signal) => {
    const stackloop = await withAda();
    hold(stackloop.database);
    const before = namesIn(stackloop.folder);
    const backup = await stackloop.begin(["backup", "saved.db"]);
    await expect
      .poll(() => namesIn(stackloop.folder).join(), { timeout: 20_000 })
      .toMatch(/saved\.db\.backup-\d+\.unfinished/u);
    expect(await backup.interrupt(signal)).toBe(signal);
    expect(await backup.ending).toMatchObject({ stdout: "", stderr: [] });
    expect(namesIn(stackloop.folder)).toEqual(before);
  },
);

test("R4: a stopped restore leaves the database unchanged", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup", "saved.db"]);
  const before = hashOf(stackloop.database);
  const names = namesIn(join(stackloop.folder, "data"));
  hold(join(stackloop.folder, "saved.db"));
  const restore = await stackloop.begin(["restore", "saved.db"]);
  const lock = `${stackloop.database}.lock`;
  // SQLite stores the user version, which identifies the lock, at this offset of the header.
  await expect.poll(() => readFileSync(lock).readUInt32BE(60), { timeout: 20_000 }).toBe(restore.pid);
  expect(await restore.interrupt("SIGINT")).toBe("SIGINT");
  expect(hashOf(stackloop.database)).toBe(before);
  expect(namesIn(join(stackloop.folder, "data"))).toEqual(names);
  expect(await stackloop.run(["check"])).toMatchObject({ code: 0 });
});

test("R4: a stopped fetch is recorded as interrupted", async () => {
  const { environment, arxiv, close } = await startUpstreams({});
  onTestFinished(() => close());
  arxiv.answerAlways("hang");
  const stackloop = await withAda();
  const fetching = await stackloop.begin(["fetch", "papers"], environment);
  await expect.poll(() => arxiv.hits.length, { timeout: 20_000 }).toBe(1);
  expect(await fetching.interrupt("SIGINT")).toBe("SIGINT");
  const sqlite = new Database(stackloop.database, { readonly: true });
  const runs = sqlite.prepare("select job, state from job_runs").all();
  sqlite.close();
  expect(runs).toEqual([{ job: "papers.fetch", state: "interrupted" }]);
});

/**
 * Waits until a demo has begun to fill this database, and blocks its writes. Returns a function that releases it.
 */
async function holdAtBegin(file: string): Promise<() => void> {
  const sqlite = new Database(file);
  onTestFinished(() => {
    sqlite.close();
  });
  const hasBegun = () => {
    sqlite.exec("begin immediate");
    if (sqlite.prepare("select 1 from users").get() !== undefined) return true;
    sqlite.exec("rollback");
    return false;
  };
  await expect.poll(hasBegun, { timeout: 20_000, interval: 10 }).toBe(true);
  return () => {
    sqlite.exec("rollback");
  };
}

test("R4: a stopped demo is complete, and prints its password", async () => {
  const stackloop = program();
  await stackloop.run(["migrate"]);
  const demo = await stackloop.begin(["demo"]);
  const releaseWrites = await holdAtBegin(stackloop.database);
  const ended = demo.interrupt("SIGINT");
  releaseWrites();
  expect(await ended).toBe("SIGINT");
  expect((await demo.ending).stdout).toMatch(/as demo with the password \S+$/mu);
});
