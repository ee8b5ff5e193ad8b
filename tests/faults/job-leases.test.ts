import { expect, onTestFinished, test, vi } from "vitest";

import type { App } from "#server/app.ts";
import { JobRunner } from "#server/kernel/jobs/job-runner.ts";
import { beginRun, endRun, lastRuns } from "#server/kernel/jobs/job-runs.service.ts";
import { createJobs } from "#server/kernel/jobs/job-scheduler.ts";
import type { Job } from "#server/kernel/jobs/job.ts";
import { watchJobs } from "#server/kernel/jobs/jobs.service.ts";
import { appInOtherProcess } from "#tests/support/app-in-other-process.ts";
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

/** A job that isn't due at the next hour. */
const noon: Job = { ...quick, pattern: () => "0 12 * * *" };

/** A job that runs until it is stopped or the test ends. */
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

/** Two processes of one team, ten seconds before the job's hour, with a clock set by the test. */
async function twoProcesses(): Promise<{ app: TestApp; beside: App; pass(ms: number): Promise<void> }> {
  const app = await testApp(UTC);
  app.advance(16 * HOUR - 10 * SECOND);
  const beside = await appInOtherProcess(app);
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

test("R17: exactly one of several processes runs a job that all start at once", async () => {
  const app = await testApp();
  const processes = [app, await appInOtherProcess(app), await appInOtherProcess(app)];
  const begun = await Promise.all(
    Array.from({ length: 10 }, () => processes.map((each) => beginRun(each, fetching))).flat(),
  );
  expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(begun.map(({ runId }) => runId)).size).toBe(1);
});

test("R16: exactly one of several processes resumes a lost run", async () => {
  const app = await testApp();
  const processes = [app, await appInOtherProcess(app), await appInOtherProcess(app)];
  const lost = await beginRun(app, fetching);
  await changeLease(app, 1);
  const begun = await Promise.all(
    Array.from({ length: 10 }, () => processes.map((each) => beginRun(each, fetching))).flat(),
  );
  expect(begun.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(begun.map(({ runId }) => runId)).not.toContain(lost.runId);
  expect((await runs(app)).toSorted()).toEqual(["schedule interrupted", "schedule running"]);
});

test("R17: a run on another machine belongs to it until its lease ends, whatever its process id", async () => {
  const app = await testApp();
  const beside = await appInOtherProcess(app);
  const { runId } = await beginRun(app, fetching);
  // No process on this machine has such a high id.
  await app.db
    .updateTable("job_runs")
    .set({ processId: 2 ** 30 })
    .execute();
  expect(await beginRun(beside, fetching)).toEqual({ runId, isNew: false });
});

test("R17: the work of a slot is done once, even if it takes no time", async () => {
  const app = await testApp();
  const beside = await appInOtherProcess(app);
  const { runId } = await beginRun(app, { ...fetching, slot: "now" });
  await endRun(app, runId, { state: "succeeded" });
  expect(await beginRun(beside, { ...fetching, slot: "now" })).toEqual({ runId, isNew: false });
  expect((await beginRun(beside, { ...fetching, slot: "later" })).isNew).toBe(true);
});

test("R17: one process runs a job each hour, even if other processes are late", async () => {
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

test("R16: one of several starting processes runs a missed job", async () => {
  const { app, beside, pass } = await twoProcesses();
  await scheduled(app, { ...quick, runsOnFirstStart: true }, 0);
  await scheduled(beside, { ...quick, runsOnFirstStart: true }, 0);
  await pass(SECOND);
  expect(await runs(app)).toEqual(["first-start succeeded"]);
});

test("R17: a starting process does not repeat a job that another runs", async () => {
  const { app, beside, pass } = await twoProcesses();
  const { runId } = await beginRun(app, fetching);
  await scheduled(beside, noon, 20 * SECOND);
  await endRun(app, runId, { state: "succeeded" });
  await pass(20 * SECOND);
  await pass(10 * SECOND);
  expect(await runs(app)).toEqual(["schedule succeeded"]);
});

test("R18: one process retries a failed run, unless another has already repeated it", async () => {
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

test("R16: another process resumes a lost run once, after its lease ends", async () => {
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

test("R16: a run whose process does not know it restarts after its lease ends", async () => {
  const app = await testApp();
  const runner = new JobRunner(app);
  onTestFinished(() => runner.stop());
  const { owner } = runner;
  const unconfirmedRun = await beginRun(app, fetching, { owner, isRunning: () => false });
  const { job } = endlessJob();
  expect(await runner.start(job, "schedule")).toMatchObject({ runId: unconfirmedRun.runId, isNew: false });
  await changeLease(app, 1);
  expect(await runner.start(job, "schedule")).toMatchObject({ isNew: true });
  await changeLease(app, 1);
  expect(await runner.start(job, "schedule")).toMatchObject({ isNew: false });
});

test("R4: another process resumes a run interrupted by its server's shutdown", async () => {
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

test("R16: a lease is renewed during its run, even after a failure", async () => {
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

test("R17: a run that another process took over is stopped, and ends nothing", async () => {
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

test("a subscriber to jobs receives changes by another process", async () => {
  const app = await testApp();
  const beside = await appInOtherProcess(app);
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
