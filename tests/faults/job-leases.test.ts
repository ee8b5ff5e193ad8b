import { expect, onTestFinished, test, vi } from "vitest";

import type { App } from "#server/app.ts";
import { beginRun } from "#server/kernel/jobs/job-leases.service.ts";
import { JobRunner } from "#server/kernel/jobs/job-runner.ts";
import { endRun, lastRuns } from "#server/kernel/jobs/job-runs.service.ts";
import { createJobs } from "#server/kernel/jobs/job-scheduler.ts";
import type { Job } from "#server/kernel/jobs/job.ts";
import { watchJobs } from "#server/kernel/jobs/jobs.service.ts";
import { appBeside } from "#tests/support/app-beside.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const SECOND = 1000;
const HOUR = 3_600_000;
const UTC = { SCHEDULE_TIMEZONE: "UTC" };

const quick: Job = {
  name: "papers.fetch",
  title: "Fetch papers",
  pattern: () => "0 2 * * *",
  runsOnFirstStart: false,
  usesNetwork: false,
  run: () => Promise.resolve({ added: 0 }),
};

/** Not at the hour that comes next. */
const noon: Job = { ...quick, pattern: () => "0 12 * * *" };

/** A job that goes on until it is stopped or the test is over. */
function endlessJob() {
  let signal: AbortSignal | undefined;
  const { promise, resolve } = Promise.withResolvers<Record<string, number>>();
  onTestFinished(() => resolve({}));
  const job: Job = {
    ...quick,
    run(_, work) {
      ({ signal } = work);
      return promise;
    },
  };
  return { job, isStopped: () => signal?.aborted };
}

const fetching = { job: "papers.fetch", trigger: "schedule" } as const;

/** Two processes of one team at ten seconds before the hour of the job, with the time in the test's hands. */
async function twoProcesses(): Promise<{ app: TestApp; beside: App; pass(ms: number): Promise<void> }> {
  const app = await testApp(UTC);
  app.advance(16 * HOUR - 10 * SECOND);
  const beside = await appBeside(app);
  vi.useFakeTimers({
    now: app.now(),
    toFake: ["Date", "setTimeout", "clearTimeout", "setInterval", "clearInterval"],
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return {
    app,
    beside,
    async pass(milliseconds) {
      app.advance(milliseconds);
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
  };
}

async function scheduled(app: App, job: Job, delay: number): Promise<void> {
  const jobs = createJobs(app, [job], () => delay);
  onTestFinished(() => jobs.stop());
  await jobs.schedule();
}

/** The runs so far, newest first. */
const runs = async (app: App) =>
  (await lastRuns(app, "papers.fetch", 50)).map(({ trigger, state }) => `${trigger} ${state}`);

const changeLease = (app: App, leaseUntil: number) =>
  app.db.updateTable("job_runs").set({ leaseUntil }).execute();

const leaseOf = async (app: App): Promise<number> =>
  (await app.db.selectFrom("job_runs").select("leaseUntil").executeTakeFirstOrThrow()).leaseUntil;

test("R17: of all processes that begin a job at once, exactly one runs it", async () => {
  const app = await testApp();
  const processes = [app, await appBeside(app), await appBeside(app)];
  const begun = await Promise.all(
    Array.from({ length: 10 }, () => processes.map((each) => beginRun(each, fetching))).flat(),
  );
  expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(begun.map(({ runId }) => runId)).size).toBe(1);
});

test("R16: of all processes that take a lost run over at once, exactly one does", async () => {
  const app = await testApp();
  const processes = [app, await appBeside(app), await appBeside(app)];
  const lost = await beginRun(app, fetching);
  await changeLease(app, 1);
  const begun = await Promise.all(
    Array.from({ length: 10 }, () => processes.map((each) => beginRun(each, fetching))).flat(),
  );
  expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(begun.map(({ runId }) => runId)).not.toContain(lost.runId);
  expect((await runs(app)).toSorted()).toEqual(["schedule interrupted", "schedule running"]);
});

test("R17: a run on another machine is left to it for as long as its lease lasts, whatever its process id", async () => {
  const app = await testApp();
  const beside = await appBeside(app);
  const { runId } = await beginRun(app, fetching);
  // No process of this machine has a number this high.
  await app.db
    .updateTable("job_runs")
    .set({ processId: 2 ** 30 })
    .execute();
  expect(await beginRun(beside, fetching)).toEqual({ runId, isNew: false });
});

test("R17: what a slot is for is done once, however quickly it was done", async () => {
  const app = await testApp();
  const beside = await appBeside(app);
  const { runId } = await beginRun(app, { ...fetching, slot: "now" });
  await endRun(app, runId, { state: "succeeded" });
  expect(await beginRun(beside, { ...fetching, slot: "now" })).toEqual({ runId, isNew: false });
  expect((await beginRun(beside, { ...fetching, slot: "later" })).isNew).toBe(true);
});

test("R17: at each hour one process runs a job, though others come to it later", async () => {
  const { app, beside, pass } = await twoProcesses();
  await buildPerson(app, "ada");
  const late: Job = { ...quick, usesNetwork: true };
  await scheduled(app, late, 5 * SECOND);
  await scheduled(beside, late, 20 * SECOND);
  await pass(10 * SECOND);
  await pass(10 * SECOND);
  await vi.waitFor(async () => expect(await runs(app)).toEqual(["schedule succeeded"]));
  await pass(20 * SECOND);
  expect(await runs(app)).toEqual(["schedule succeeded"]);
});

test("R16: what was missed is caught up by one of the processes that start", async () => {
  const { app, beside, pass } = await twoProcesses();
  await scheduled(app, { ...quick, runsOnFirstStart: true }, 0);
  await scheduled(beside, { ...quick, runsOnFirstStart: true }, 0);
  await pass(SECOND);
  expect(await runs(app)).toEqual(["first-start succeeded"]);
});

test("R17: a process that starts while another runs a job does not run it again", async () => {
  const { app, beside, pass } = await twoProcesses();
  const { runId } = await beginRun(app, fetching);
  await scheduled(beside, noon, 20 * SECOND);
  await endRun(app, runId, { state: "succeeded" });
  await pass(20 * SECOND);
  await pass(10 * SECOND);
  expect(await runs(app)).toEqual(["schedule succeeded"]);
});

test("R18: a run that failed is tried again by one process, and not where another caught it up", async () => {
  const { app, beside, pass } = await twoProcesses();
  await buildPerson(app, "ada");
  await scheduled(app, { ...quick, run: () => Promise.reject(new Error("arXiv is down")) }, 0);
  await pass(11 * SECOND);
  await vi.waitFor(async () => expect(await runs(app)).toEqual(["schedule failed"]));
  await scheduled(beside, quick, 0);
  await pass(SECOND);
  await pass(HOUR / 10);
  expect(await runs(app)).toEqual(["catch-up succeeded", "schedule failed"]);
});

test("R16: a run of a process that is gone is caught up by another once its lease is over, once", async () => {
  const { app, beside, pass } = await twoProcesses();
  await beginRun(app, fetching);
  await scheduled(app, noon, 0);
  await scheduled(beside, noon, 0);
  await pass(30 * SECOND);
  expect(await runs(app)).toEqual(["schedule running"]);
  await changeLease(app, 1);
  await pass(60 * SECOND);
  await vi.waitFor(async () =>
    expect(await runs(app)).toEqual(["catch-up succeeded", "schedule interrupted"]),
  );
});

test("R16: a run that began without its process hearing of it is begun anew there once its lease is over", async () => {
  const app = await testApp();
  const runner = new JobRunner(app);
  onTestFinished(() => runner.stop());
  const { owner } = runner;
  const unheard = await beginRun(app, fetching, { owner, isAtWork: () => false });
  const { job } = endlessJob();
  expect(await runner.start(job, "schedule")).toMatchObject({ runId: unheard.runId, isNew: false });
  await changeLease(app, 1);
  expect(await runner.start(job, "schedule")).toMatchObject({ isNew: true });
  await changeLease(app, 1);
  expect(await runner.start(job, "schedule")).toMatchObject({ isNew: false });
});

test("R4: a run that was cut off because its server stops is caught up by another", async () => {
  const { app, beside, pass } = await twoProcesses();
  const first = createJobs(app, [endlessJob().job]);
  await first.start("papers.fetch", "schedule");
  await scheduled(beside, noon, 0);
  await first.stop();
  expect(await runs(app)).toEqual(["schedule interrupted"]);
  await pass(30 * SECOND);
  await vi.waitFor(async () =>
    expect(await runs(app)).toEqual(["catch-up succeeded", "schedule interrupted"]),
  );
});

test("R16: a lease is renewed while its run goes on, also after a failure", async () => {
  const { app, pass } = await twoProcesses();
  const warn = vi.spyOn(app.log, "warn");
  const runner = new JobRunner(app);
  await runner.start(endlessJob().job, "schedule");
  onTestFinished(() => runner.stop());
  await changeLease(app, 1);
  const transaction = vi.spyOn(app.db, "updateTable").mockImplementationOnce(() => {
    throw new Error("the database is away");
  });
  await pass(10 * SECOND);
  expect(transaction).toHaveBeenCalledOnce();
  expect(await leaseOf(app)).toBe(1);
  expect(warn).toHaveBeenCalledWith(expect.anything(), expect.stringContaining("trying again"));
  await pass(10 * SECOND);
  await vi.waitFor(async () => expect(await leaseOf(app)).toBeGreaterThan(1));
});

test("R17: a run that another process took for lost is stopped, and ends nothing", async () => {
  const { app, beside, pass } = await twoProcesses();
  const { job, isStopped } = endlessJob();
  const { ended } = await new JobRunner(app).start(job, "schedule");
  await changeLease(app, 1);
  const { isNew } = await beginRun(beside, fetching);
  expect([isNew, isStopped()]).toEqual([true, false]);
  await pass(10 * SECOND);
  await vi.waitFor(() => expect(isStopped()).toBe(true));
  expect(await ended).toBe(false);
  expect((await runs(app)).toSorted()).toEqual(["schedule interrupted", "schedule running"]);
});

test("whoever watches the jobs sees what another process does", async () => {
  const app = await testApp();
  const beside = await appBeside(app);
  const ending = new AbortController();
  const watching = watchJobs(beside, ending.signal);
  onTestFinished(() => ending.abort());
  const statesOf = async () => {
    const { value, done } = await watching.next();
    return done ? [] : value.flatMap((job) => job.runs.map(({ state }) => state));
  };
  expect(await statesOf()).toEqual([]);
  const { runId } = await beginRun(app, fetching);
  expect(await statesOf()).toEqual(["running"]);
  await endRun(app, runId, { state: "succeeded" });
  expect(await statesOf()).toEqual(["succeeded"]);
});
