import { Cron } from "croner";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { JobRunner } from "#server/kernel/jobs/job-runner.ts";
import { beginRun, lastRuns } from "#server/kernel/jobs/job-runs.service.ts";
import { createJobs, findOverdue } from "#server/kernel/jobs/job-scheduler.ts";
import type { Job } from "#server/kernel/jobs/job.ts";
import { listen } from "#server/web/server/http-server.ts";
import type { JobTrigger } from "#shared/operations/jobs.ts";
import { fillDisk, freeDisk } from "#tests/support/full-disk.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { allowWrites, refuseWrites } from "#tests/support/test-database.ts";

const HOUR = 3_600_000;
const NIGHTLY = "0 2 * * *";

/** A job whose run the test ends. */
function heldJob(changes: Partial<Job> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, number>>();
  // The test may make the run fail before it has begun.
  promise.catch(() => null);
  const job: Job = {
    name: "papers.fetch",
    title: "Fetch papers",
    pattern: () => NIGHTLY,
    runsOnFirstStart: true,
    usesNetwork: true,
    run: () => promise,
    ...changes,
  };
  return { job, finish: () => resolve({ added: 1 }), fail: () => reject(new Error("arXiv is down")) };
}

const idle: Job = { ...heldJob().job, run: () => Promise.resolve({ added: 0 }) };

/** The trigger of a run that is overdue. */
const overdueTrigger = async (...asked: Parameters<typeof findOverdue>) =>
  (await findOverdue(...asked))?.trigger ?? null;

/** A job that fails on a full disk, with a report that doesn't fit. */
function fillingJob(app: TestApp): Job {
  vi.spyOn(app.log, "error");
  return {
    ...idle,
    run: async (_, { reportError }) => {
      for (let source = 0; source < 100; source += 1)
        reportError(`${source}.example`, new Error("n".repeat(500)));
      await fillDisk(app);
      throw new Error("arXiv is down");
    },
  };
}

async function ranAndSucceeded(app: TestApp): Promise<void> {
  await (
    await new JobRunner(app).start(idle, "schedule")
  ).ended;
}

describe("a run", () => {
  test("is recorded with its result and its failed sources", async () => {
    const app = await testApp();
    const job: Job = {
      ...idle,
      run: (_, { progress, reportError }) => {
        progress(1, 2);
        reportError("one.example", new Error("no answer"));
        progress(2, 2);
        return Promise.resolve({ added: 7 });
      },
    };
    const { ended, runId } = await new JobRunner(app).start(job, "person");
    expect(await ended).toBe(true);
    const [run] = await lastRuns(app, "papers.fetch", 5);
    expect(run).toMatchObject({
      id: runId,
      trigger: "person",
      state: "succeeded",
      counts: { added: 7 },
      sourceErrors: [{ source: "one.example", message: "no answer" }],
      finishedAt: app.now().toISOString(),
    });
  });

  test("is one event in the ledger, by its starter, if it added anything", async () => {
    const app = await testApp();
    const { user } = await buildPerson(app, "ada");
    const adds = { kind: "paper", one: "paper", many: "papers" } as const;
    const runner = new JobRunner(app);
    const run = async (added: number, startedBy: string | null) => {
      const job: Job = { ...idle, adds, run: () => Promise.resolve({ read: 9, added }) };
      const { runId, ended } = await runner.start(job, startedBy === null ? "schedule" : "person", {
        startedBy,
      });
      await ended;
      return runId;
    };
    const runIds = [await run(41, null), await run(0, null), await run(1, user.id)];
    const events = await app.db.selectFrom("events").selectAll().orderBy("seq").execute();
    const event = { verb: "fetched", kind: "paper" };
    expect(events).toMatchObject([
      { ...event, actorId: null, itemId: runIds[0], title: "41 papers", detail: '{"count":41}' },
      { ...event, actorId: user.id, itemId: runIds[2], title: "1 paper", detail: '{"count":1}' },
    ]);
  });

  test("R18: that fails is recorded with its error, and another can follow", async () => {
    const app = await testApp();
    const runner = new JobRunner(app);
    const { job, fail } = heldJob();
    const { ended } = await runner.start(job, "schedule");
    fail();
    expect(await ended).toBe(false);
    expect(await lastRuns(app, "papers.fetch", 5)).toMatchObject([
      { state: "failed", error: "arXiv is down" },
    ]);
    const second = await runner.start(idle, "retry");
    expect([second.isNew, await second.ended]).toEqual([true, true]);
  });

  test("R17: is joined by all concurrent requests for the same job", async () => {
    const app = await testApp();
    const runner = new JobRunner(app);
    const { job, finish } = heldJob();
    const started = await Promise.all(Array.from({ length: 50 }, () => runner.start(job, "person")));
    expect(new Set(started.map(({ runId }) => runId)).size).toBe(1);
    expect(started.filter(({ isNew }) => isNew)).toHaveLength(1);
    finish();
    await Promise.all(started.map(({ ended }) => ended));
    expect(await lastRuns(app, "papers.fetch", 5)).toHaveLength(1);
  });

  test("R17: of another living process is joined too, but one of a dead process is not awaited", async () => {
    const app = await testApp();
    const lost = await beginRun(app, { job: "papers.fetch", trigger: "schedule" });
    // Process 1 lives as long as the machine; no process has such a high id.
    await app.db.updateTable("job_runs").set({ processId: 1 }).execute();
    expect(await beginRun(app, { job: "papers.fetch", trigger: "person" })).toEqual({
      runId: lost.runId,
      isNew: false,
    });
    await app.db
      .updateTable("job_runs")
      .set({ processId: 2 ** 30 })
      .execute();
    expect((await beginRun(app, { job: "papers.fetch", trigger: "person" })).isNew).toBe(true);
    expect((await lastRuns(app, "papers.fetch", 5)).map(({ state }) => state).toSorted()).toEqual([
      "interrupted",
      "running",
    ]);
  });

  test("R4: is marked as interrupted when the server stops, and resumed at the next start", async () => {
    const app = await testApp();
    vi.spyOn(app.log, "error");
    const jobs = createJobs(app, [heldJob().job]);
    await jobs.start("papers.fetch", "schedule");
    await jobs.stop();
    expect(await lastRuns(app, "papers.fetch", 5)).toMatchObject([{ state: "interrupted" }]);
    expect(app.log.error).not.toHaveBeenCalled();
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBe("catch-up");
  });

  test("R16: that was killed with its process is found at the next start", async () => {
    const app = await testApp();
    await beginRun(app, { job: "papers.fetch", trigger: "schedule" });
    await createJobs(app, []).schedule();
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBe("catch-up");
  });

  test("R18: whose end does not fit on the disk is recorded once there is space, and the server continues", async () => {
    const app = await testApp();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { ended } = await new JobRunner(app).start(fillingJob(app), "schedule");
    await vi.waitFor(() => {
      expect(app.log.error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining("trying again"));
    });
    expect(await lastRuns(app, "papers.fetch", 5)).toMatchObject([{ state: "running" }]);
    await freeDisk(app);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await ended).toBe(false);
    expect(await lastRuns(app, "papers.fetch", 5)).toMatchObject([
      { state: "failed", error: "arXiv is down" },
    ]);
  });

  test("R18: whose end is not recorded before the server stops is repeated at its next start", async () => {
    const app = await testApp();
    const jobs = createJobs(app, [fillingJob(app)]);
    const { ended } = await jobs.start("papers.fetch", "schedule");
    await vi.waitFor(() => {
      expect(app.log.error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining("trying again"));
    });
    await jobs.stop();
    expect(await ended).toBe(false);
    await freeDisk(app);
    await createJobs(app, []).schedule();
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBe("catch-up");
  });
});

describe("R16: missed runs", () => {
  test("a new database fetches at once, but a job scheduled for an hour waits", async () => {
    const app = await testApp();
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBe("first-start");
    expect(await overdueTrigger(app, { ...idle, runsOnFirstStart: false }, NIGHTLY, "UTC")).toBeNull();
  });

  test("nothing is due before the hour, and only one run after it, even after ten nights", async () => {
    const app = await testApp();
    await ranAndSucceeded(app);
    app.advance(15 * HOUR);
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBeNull();
    app.advance(2 * HOUR);
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBe("catch-up");
    app.advance(10 * 24 * HOUR);
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBe("catch-up");
    await ranAndSucceeded(app);
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBeNull();
  });

  test("a failed nightly run is repeated", async () => {
    const app = await testApp();
    await ranAndSucceeded(app);
    app.advance(17 * HOUR);
    const { job, fail } = heldJob();
    const { ended } = await new JobRunner(app).start(job, "schedule");
    fail();
    await ended;
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBe("catch-up");
  });

  test("a job that is off is not started", async () => {
    const app = await testApp();
    await ranAndSucceeded(app);
    app.advance(48 * HOUR);
    expect(await overdueTrigger(app, idle, null, "UTC")).toBeNull();
    expect(await overdueTrigger(await testApp(), idle, null, "UTC")).toBeNull();
  });

  test("R14: a clock that is set back a day starts nothing twice", async () => {
    const app = await testApp();
    await ranAndSucceeded(app);
    app.advance(-24 * HOUR);
    expect(await overdueTrigger(app, idle, NIGHTLY, "UTC")).toBeNull();
  });
});

describe("R16: a job that has never run", () => {
  const waiting: Job = { ...idle, name: "backup", runsOnFirstStart: false };
  const trigger = (app: TestApp) => overdueTrigger(app, waiting, NIGHTLY, "UTC");

  test("is started late, once its first hour since the first account has passed", async () => {
    const app = await testApp();
    await buildPerson(app, "ada");
    app.advance(15 * HOUR);
    expect(await trigger(app)).toBeNull();
    await buildPerson(app, "grace");
    app.advance(2 * HOUR);
    expect(await trigger(app)).toBe("catch-up");
  });

  test("has missed nothing before the first account", async () => {
    const app = await testApp();
    app.advance(48 * HOUR);
    expect(await trigger(app)).toBeNull();
    await buildPerson(app, "ada");
    expect(await trigger(app)).toBeNull();
  });

  test("R14: is not started by a clock that is set back", async () => {
    const app = await testApp();
    await buildPerson(app, "ada");
    app.advance(-48 * HOUR);
    expect(await trigger(app)).toBeNull();
  });
});

/** The jobs of a server whose clocks start at the app's time and move with `pass`. */
function servedBy(app: TestApp, ...table: Job[]) {
  vi.useFakeTimers({ now: app.now(), toFake: ["Date", "setTimeout", "clearTimeout"] });
  const jobs = createJobs(app, table, () => 20_000);
  onTestFinished(async () => {
    await jobs.stop();
    vi.useRealTimers();
  });
  return {
    jobs,
    async pass(milliseconds: number) {
      app.advance(milliseconds);
      await vi.advanceTimersByTimeAsync(milliseconds);
    },
    /** The triggers of the runs so far, newest first. */
    async triggers(job: Job) {
      return (await lastRuns(app, job.name, 50)).map(({ trigger }) => trigger);
    },
  };
}

const UTC = { SCHEDULE_TIMEZONE: "UTC" };

describe("a server", () => {
  test("R16: that runs only by day catches up once a day, even after ten nights", async () => {
    const app = await testApp(UTC);
    await buildPerson(app, "ada");
    const backup: Job = { ...idle, name: "backup", runsOnFirstStart: false, usesNetwork: false };
    const runsByEvening: JobTrigger[][] = [];
    for (const nightsOff of [1, 1, 10, 1]) {
      const { jobs, pass, triggers } = servedBy(app, backup);
      await jobs.schedule();
      await pass(20_000);
      await pass(7 * HOUR);
      await jobs.stop();
      runsByEvening.push(await triggers(backup));
      app.advance(nightsOff * 24 * HOUR - 7 * HOUR);
    }
    expect(runsByEvening).toEqual([
      [],
      ["catch-up"],
      ["catch-up", "catch-up"],
      ["catch-up", "catch-up", "catch-up"],
    ]);
  });

  test("starts jobs with outside requests shortly after the hour, and others on the hour", async () => {
    const app = await testApp(UTC);
    const papers: Job = { ...idle, runsOnFirstStart: false };
    const backup: Job = { ...idle, name: "backup", runsOnFirstStart: false, usesNetwork: false };
    const { jobs, pass, triggers } = servedBy(app, papers, backup);
    await jobs.schedule();
    await pass(16 * HOUR + 1000);
    expect([await triggers(papers), await triggers(backup)]).toEqual([[], ["schedule"]]);
    await pass(18_000);
    expect(await triggers(papers)).toEqual([]);
    await pass(2000);
    expect(await triggers(papers)).toEqual(["schedule"]);
  });

  test("starts a person's request at once", async () => {
    const app = await testApp(UTC);
    const { jobs, triggers } = servedBy(app, idle);
    await jobs.start("papers.fetch", "person");
    expect(await triggers(idle)).toEqual(["person"]);
  });

  test("R16: that stops before a delayed start leaves it to the next one", async () => {
    const app = await testApp(UTC);
    await buildPerson(app, "ada");
    const papers: Job = { ...idle, runsOnFirstStart: false };
    const first = servedBy(app, papers);
    await first.jobs.schedule();
    await first.pass(16 * HOUR + 1000);
    await first.jobs.stop();
    expect(await first.triggers(papers)).toEqual([]);
    expect(await overdueTrigger(app, papers, NIGHTLY, "UTC")).toBe("catch-up");
  });
});

describe("R18: a scheduled job that fails", () => {
  const MINUTE = 60_000;

  test("is retried after 5, 15 and 60 minutes and at its next hour, while others continue", async () => {
    const app = await testApp(UTC);
    await buildPerson(app, "ada");
    const fails = { runsOnFirstStart: false, usesNetwork: false };
    const failing: Job = { ...idle, ...fails, run: () => Promise.reject(new Error("arXiv is down")) };
    const throwing: Job = {
      ...idle,
      ...fails,
      name: "news.fetch",
      run() {
        throw new Error("a mistake of ours");
      },
    };
    const other: Job = { ...idle, ...fails, name: "backup" };
    const { jobs, pass, triggers } = servedBy(app, failing, throwing, other);
    await jobs.schedule();
    await pass(16 * HOUR);
    const counts: number[] = [];
    for (const minutes of [1, 5, 15, 60, 600]) {
      await pass(minutes * MINUTE);
      counts.push((await triggers(failing)).length);
    }
    expect(counts).toEqual([1, 2, 3, 4, 4]);
    expect(await triggers(throwing)).toEqual(["retry", "retry", "retry", "schedule"]);
    await pass(14 * HOUR);
    expect(await triggers(failing)).toHaveLength(8);
    expect(await triggers(other)).toEqual(["schedule", "schedule"]);
  });

  test("is retried even if its failure can't be recorded", async () => {
    const app = await testApp(UTC);
    await buildPerson(app, "ada");
    const papers: Job = { ...idle, runsOnFirstStart: false, usesNetwork: false };
    const { jobs, pass, triggers } = servedBy(app, papers);
    await jobs.schedule();
    await refuseWrites(app);
    await pass(16 * HOUR + MINUTE);
    await allowWrites(app);
    expect(await triggers(papers)).toEqual([]);
    await pass(5 * MINUTE);
    expect(await triggers(papers)).toEqual(["retry"]);
  });
});

describe("R17: a job that is still running", () => {
  test("at its next hour is not started twice", async () => {
    const app = await testApp(UTC);
    await buildPerson(app, "ada");
    const { job } = heldJob({ pattern: () => "*/10 * * * *", runsOnFirstStart: false, usesNetwork: false });
    const { jobs, pass, triggers } = servedBy(app, job);
    await jobs.schedule();
    await pass(25 * 60_000);
    expect(await triggers(job)).toEqual(["schedule"]);
  });

  test("after half an hour is stopped and recorded as failed", async () => {
    const stops = vi.spyOn(AbortSignal, "timeout");
    onTestFinished(() => {
      stops.mockRestore();
    });
    const stop = new AbortController();
    stops.mockReturnValueOnce(stop.signal);
    const app = await testApp();
    const { ended } = await new JobRunner(app).start(heldJob().job, "schedule");
    expect(stops).toHaveBeenCalledWith(30 * 60_000);
    stop.abort();
    expect(await ended).toBe(false);
    expect(await lastRuns(app, "papers.fetch", 5)).toMatchObject([
      { state: "failed", error: "The run was stopped" },
    ]);
  });
});

describe("R14: a clock", () => {
  test.each([
    ["ten years ahead", 10 * 365 * 24 * HOUR],
    ["a day back", -24 * HOUR],
    ["a second back", -1000],
  ])("that jumps %s causes no error, and at most one more run", async (_, jump) => {
    const app = await testApp(UTC);
    const { cookie } = await buildPerson(app, "ada");
    await ranAndSucceeded(app);
    const { server, port } = await listen(app, null);
    onTestFinished(() => {
      server.close();
    });
    const status = async (path: string) =>
      (await restClient(`http://127.0.0.1:${port}`).call("GET", path, undefined, { cookie })).status;
    expect(await status("/api/user")).toBe(200);
    app.advance(jump);
    for (const path of ["/api/user", "/api/ai-tools", "/api/news"])
      expect([200, 401]).toContain(await status(path));
    expect(await status("/readyz")).toBe(200);
    const { jobs, pass, triggers } = servedBy(app, idle);
    await jobs.schedule();
    await pass(60_000);
    expect((await triggers(idle)).filter((trigger) => trigger === "catch-up").length).toBeLessThanOrEqual(1);
    await vi.waitFor(
      async () => {
        for (const { startedAt, finishedAt } of await lastRuns(app, "papers.fetch", 5))
          expect(Date.parse(finishedAt ?? "")).toBeGreaterThanOrEqual(Date.parse(startedAt));
      },
      { timeout: 30_000 },
    );
  });
});

test.each(["America/New_York", "Europe/Berlin", "Australia/Sydney", "UTC"])(
  "R15: 2 AM in %s occurs once on every day of 2026, including clock changes",
  (timezone) => {
    const clock = new Cron(NIGHTLY, { timezone, paused: true });
    const runs = clock.nextRuns(400, new Date("2025-12-31T12:00:00Z"));
    const inYear = runs.filter((run) =>
      run.toLocaleDateString("en-CA", { timeZone: timezone }).startsWith("2026"),
    );
    expect(inYear).toHaveLength(365);
    const gaps = inYear
      .slice(1)
      .map((run, index) => (run.getTime() - (inYear[index]?.getTime() ?? 0)) / HOUR);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(26);
  },
);
