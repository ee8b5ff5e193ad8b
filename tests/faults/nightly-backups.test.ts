import { copyFileSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { JobOverview, JobRun } from "#shared/operations/jobs.ts";
import { hashOf } from "#tests/support/database-files.ts";
import { type Program, usersOf, withAda } from "#tests/support/program.ts";
import { type RestClient, signedIn } from "#tests/support/rest-client.ts";

const NIGHTLY = /^nightly-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.db$/u;

interface Night {
  stackloop: Program;
  /** Runs the job in a separate server process, as at night. Returns the run. */
  backUp(): Promise<JobRun>;
  backups(): string[];
}

async function night(environment: Record<string, string> = {}): Promise<Night> {
  const stackloop = await withAda();
  const server = await stackloop.serve(environment);
  const ada = await signedIn(server.origin, "ada");
  return {
    stackloop,
    async backUp() {
      const started = await ada.call("POST", "/trpc/jobs.start", { name: "backup" });
      const { jobId } = started.body.result.data;
      await expect
        .poll(async () => (await runOf(ada, jobId))?.state, { timeout: 20_000 })
        .not.toBe("running");
      const run = await runOf(ada, jobId);
      if (!run) throw new Error("the run wasn't recorded");
      return run;
    },
    backups: () => readdirSync(stackloop.backups).toSorted(),
  };
}

async function runOf(ada: RestClient, jobId: string): Promise<JobRun | undefined> {
  const { body } = await ada.call("GET", "/trpc/jobs.overview");
  const jobs: JobOverview[] = body.result.data;
  return jobs.flatMap(({ runs }) => runs).find(({ id }) => id === jobId);
}

test("R33: creates a nightly backup named for its time, with all data", async () => {
  const { stackloop, backUp, backups } = await night();
  expect(await backUp()).toMatchObject({
    state: "succeeded",
    counts: { kept: 1, bytes: expect.any(Number) },
    error: null,
  });
  const [name = "", ...others] = backups();
  expect(name).toMatch(NIGHTLY);
  expect(others).toEqual([]);
  copyFileSync(join(stackloop.backups, name), join(stackloop.folder, "copy.db"));
  const users = await stackloop.run(["user", "list"], { DATABASE_URL: "file:./copy.db" });
  expect(users).toMatchObject({ code: 0, stdout: expect.stringMatching(/^ada +admin/u) });
});

test("R33: deletes only the oldest nightly backups, and nothing else in the folder", async () => {
  const { stackloop, backUp, backups } = await night({ BACKUP_KEEP: "3" });
  const nightly = [1, 2, 3, 4].map((day) => `nightly-2020-01-0${day}T03-00-00.db`);
  const others = [
    "before-version-2-2019-01-01T00-00-00-000Z.db",
    "nightly-2019-01-01T03-00-00.db.copy",
    "nightly-before-the-move.db",
    "notes.txt",
    "stackloop-2019-01-01T00-00-00Z.db",
  ];
  mkdirSync(stackloop.backups, { recursive: true });
  for (const name of [...nightly, ...others]) writeFileSync(join(stackloop.backups, name), name);
  expect(await backUp()).toMatchObject({ state: "succeeded", counts: { kept: 3 } });
  const left = backups();
  expect(left.filter((name) => NIGHTLY.test(name))).toEqual([
    ...nightly.slice(2),
    expect.stringMatching(/^nightly-2(?!020)/u),
  ]);
  expect(left.filter((name) => !NIGHTLY.test(name))).toEqual(others);
});

test("R33: preserves a new backup even if a wrong clock has left later ones", async () => {
  const { stackloop, backUp, backups } = await night({ BACKUP_KEEP: "2" });
  const later = ["nightly-2999-01-01T03-00-00.db", "nightly-2999-01-02T03-00-00.db"];
  mkdirSync(stackloop.backups, { recursive: true });
  for (const name of later) writeFileSync(join(stackloop.backups, name), name);
  expect(await backUp()).toMatchObject({ state: "succeeded", counts: { kept: 2 } });
  expect(backups()).toEqual([expect.stringMatching(/^nightly-20/u), later[1]]);
});

test("R33: reports why a backup cannot be written, and changes nothing else", async () => {
  const { stackloop, backUp, backups } = await night({ BACKUP_KEEP: "1" });
  await backUp();
  const kept = backups();
  const hash = hashOf(join(stackloop.backups, kept[0] ?? ""));
  const aside = join(stackloop.folder, "aside");
  renameSync(stackloop.backups, aside);
  writeFileSync(stackloop.backups, "a file in the folder's place");
  expect(await backUp()).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/^can't write data\/backups\/nightly-\S+\.db \(.+\); check the folder/u),
  });
  expect(readdirSync(aside)).toEqual(kept);
  expect(hashOf(join(aside, kept[0] ?? ""))).toBe(hash);
  expect(await usersOf(stackloop)).toContain("ada");
});
