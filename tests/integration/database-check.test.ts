import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import type { JobOverview, JobRun } from "#shared/jobs.ts";
import { damageUnseen } from "#tests/support/database-files.ts";
import { program, withAda } from "#tests/support/program.ts";
import { type RestClient, signedIn } from "#tests/support/rest-client.ts";

async function checksOf(admin: RestClient): Promise<JobRun[]> {
  const { body } = await admin.call("GET", "/trpc/jobs.overview");
  const jobs: JobOverview[] = body.result.data;
  return jobs.find(({ name }) => name === "check")?.runs ?? [];
}

/** How the last check ended. */
async function endedCheck(admin: RestClient): Promise<JobRun | undefined> {
  const last = async () => (await checksOf(admin))[0];
  await expect.poll(async () => (await last())?.finishedAt, { timeout: 30_000 }).toBeTruthy();
  return last();
}

test("a server that did not end in order has its database checked by the next one, which serves meanwhile", async () => {
  const stackloop = await withAda();
  const first = await stackloop.serve();
  await signedIn(first.origin, "ada");
  await first.stop("SIGKILL");
  const second = await stackloop.serve();
  expect(second.output()).toContain("did not end in order");
  const ada = await signedIn(second.origin, "ada");
  expect(await endedCheck(ada)).toMatchObject({ trigger: "unclean-end", state: "succeeded" });
  await second.stop("SIGTERM");
  const third = await stackloop.serve();
  expect(third.output()).not.toContain("did not end in order");
  expect(await checksOf(await signedIn(third.origin, "ada"))).toHaveLength(1);
});

test("damage that a start cannot see is told by the check, and the server goes on", async () => {
  const stackloop = await withAda();
  await stackloop.run(["backup"]);
  damageUnseen(stackloop.database);
  const server = await stackloop.serve();
  const ada = await signedIn(server.origin, "ada");
  await ada.call("POST", "/trpc/jobs.start", { name: "check" });
  expect(await endedCheck(ada)).toMatchObject({
    state: "failed",
    error: expect.stringMatching(
      /stackloop\.db is damaged.*; restore a backup with: stackloop restore data\/backups\/stackloop-/u,
    ),
  });
  expect(server.output()).toMatch(/"level":50.*is damaged.*restore a backup with/u);
  expect((await ada.call("GET", "/api/user")).status).toBe(200);
});

test("the command tells whether the database is whole, and changes nothing", async () => {
  const none = await program().run(["check"]);
  expect(none).toMatchObject({ code: 1, stderr: ["stackloop: there is no file ./data/stackloop.db"] });
  const stackloop = await withAda();
  const intact = await stackloop.run(["check"]);
  expect(intact).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\S+ \([\d.]+ [kM]B\), intact$/mu),
  });
  damageUnseen(stackloop.database);
  const before = readFileSync(stackloop.database);
  const damaged = await stackloop.run(["check"]);
  expect(damaged).toMatchObject({ code: 1, stderr: [expect.stringContaining("is damaged")] });
  expect(readFileSync(stackloop.database).equals(before)).toBe(true);
});
