import { sql } from "kysely";
import { Pool } from "pg";
import { pino } from "pino";
import { describe, expect, onTestFinished, test } from "vitest";

import { SCHEMA_VERSION } from "#db/migrations/index.ts";
import { startDatabase } from "#db/open.ts";
import { createLimiter } from "#db/postgresql/open.ts";
import type { App } from "#server/app.ts";
import { readConfig } from "#server/config/config.ts";
import { createApp } from "#server/create-app.ts";
import { replyTo } from "#server/errors.ts";
import { countAiCall } from "#server/features/ai-usage/ai-usage.queries.ts";
import { editUser } from "#server/features/users/account-state.service.ts";
import { register } from "#server/features/users/auth.service.ts";
import { createOneTimeLink, consumeOneTimeLink } from "#server/features/users/users.service.ts";
import {
  beginRun,
  endRun,
  interruptAbandonedRuns,
  lastRuns,
  type RunRequest,
} from "#server/kernel/jobs/job-runs.service.ts";
import { createRateLimits } from "#server/web/limits/rate-limits.ts";
import { registrationSchema } from "#shared/accounts/users.ts";
import { inlineWorkers } from "#tests/support/inline-workers.ts";
import { buildPerson } from "#tests/support/people.ts";
import { createDatabase } from "#tests/support/postgresql.ts";

const ROUNDS = 10;
const fetching: RunRequest = { job: "papers.fetch", trigger: "schedule" };

/** The product in three processes on one server, which has their database. */
async function threeProcesses(): Promise<[App, App, App]> {
  const url = await createDatabase();
  const log = pino({ level: "silent" });
  const config = readConfig({ PORT: "0", LOG_LEVEL: "silent" });
  const start = async () => {
    const database = await startDatabase(url, { backupFolder: config.backupDir, log });
    onTestFinished(() => database.close());
    return createApp(config, database, log, inlineWorkers());
  };
  return [await start(), await start(), await start()];
}

/** Runs the same work in each process several times at once. */
const allAtOnce = <Result>(processes: readonly App[], work: (app: App) => Promise<Result>) =>
  Promise.all(Array.from({ length: ROUNDS }, () => processes.map(work)).flat());

const fulfilled = (results: PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === "fulfilled").length;

describe("on a server shared by processes", () => {
  test("R17: exactly one process begins a run, resumes a lost one or runs an hourly job", async () => {
    const processes = await threeProcesses();
    const [app] = processes;
    const begin = async (request: RunRequest) => {
      const begun = await allAtOnce(processes, (each) => beginRun(each, request));
      expect(new Set(begun.map(({ runId }) => runId)).size).toBe(1);
      return begun.filter(({ isNew }) => isNew);
    };
    expect(await begin(fetching)).toHaveLength(1);
    await app.db.updateTable("job_runs").set({ leaseUntil: 1 }).execute();
    const taken = await begin(fetching);
    expect(taken).toHaveLength(1);
    await endRun(app, taken[0]?.runId ?? "", { state: "succeeded" });
    const slot = "2026-11-21T02:00:00.000Z";
    const atHour = await begin({ ...fetching, slot });
    expect(atHour).toHaveLength(1);
    await endRun(app, atHour[0]?.runId ?? "", { state: "succeeded" });
    expect(await begin({ ...fetching, slot })).toEqual([]);
    expect((await lastRuns(app, "papers.fetch", 9)).map(({ state }) => state).toSorted()).toEqual([
      "interrupted",
      "succeeded",
      "succeeded",
    ]);
  });

  test("R16: a run is lost only after its lease ends", async () => {
    const [app, beside] = await threeProcesses();
    await beginRun(app, fetching);
    await interruptAbandonedRuns(beside);
    expect(await lastRuns(app, "papers.fetch", 1)).toMatchObject([{ state: "running" }]);
    await app.db.updateTable("job_runs").set({ leaseUntil: 1 }).execute();
    await interruptAbandonedRuns(beside);
    expect(await lastRuns(app, "papers.fetch", 1)).toMatchObject([{ state: "interrupted" }]);
  });

  test("a subscriber to runs receives those of another process", async () => {
    const [app, beside] = await threeProcesses();
    const changes = beside.runChanges.follow();
    onTestFinished(() => changes.end());
    await beginRun(app, fetching);
    expect(await changes.next()).toBe(true);
  });

  test("all processes together stay within the limits of AI calls", async () => {
    const processes = await threeProcesses();
    const { user } = await buildPerson(processes[0], "ada");
    const count = { day: "2026-11-21", userId: user.id, limitPerUser: 12, totalLimit: 20 };
    const counted = await allAtOnce(processes, ({ db }) => countAiCall(db, count));
    expect(counted.filter(Boolean)).toHaveLength(12);
    const byServer = await allAtOnce(processes, ({ db }) => countAiCall(db, { ...count, userId: null }));
    expect(byServer.filter(Boolean)).toHaveLength(8);
  });

  test("only one of two admins who demote each other in different processes succeeds", async () => {
    const [app, beside] = await threeProcesses();
    const [ada, grace] = [await buildPerson(app, "ada", "admin"), await buildPerson(app, "grace", "admin")];
    await Promise.allSettled([
      editUser(app, null, { id: ada.user.id, role: "user" }),
      editUser(beside, null, { id: grace.user.id, role: "user" }),
    ]);
    const admins = await app.db.selectFrom("users").select("id").where("role", "=", "admin").execute();
    expect(admins).toHaveLength(1);
  });

  test("a command leaves tables of another version to their server", async () => {
    const [{ database }] = await threeProcesses();
    const runsAlongsideServer = {
      backupFolder: "",
      log: pino({ level: "silent" }),
      runsAlongsideServer: true,
    };
    const use = async () => (await startDatabase(database.url, runsAlongsideServer)).close();
    await use();
    await sql`update stackloop_schema set version = ${sql.lit(SCHEMA_VERSION - 1)}`.execute(database.db);
    await expect(use()).rejects.toThrow("the running server has a different version; restart it");
  });

  test("the setup link of each process is valid until there is an administrator", async () => {
    const [app, beside] = await threeProcesses();
    const links = [await createOneTimeLink(app, "setup"), await createOneTimeLink(beside, "setup")];
    const setups = links.map(({ url }) => new URL(url).searchParams.get("setup") ?? "");
    const signUp = (username: string, setup = "") =>
      register(
        app,
        { ip: "127.0.0.1", userAgent: null },
        registrationSchema.parse({ username, password: "secret-pass", setup }),
      );
    expect(await signUp("ada", setups[0])).toMatchObject({ role: "admin" });
    await expect(signUp("grace", setups[1])).rejects.toThrow(/already has an administrator/u);
  });

  test("a one-time link used in all processes at once works in only one", async () => {
    const processes = await threeProcesses();
    const { url } = await createOneTimeLink(processes[0], "setup");
    const setup = new URL(url).searchParams.get("setup") ?? "";
    const taken = await Promise.allSettled(
      processes.map((app) =>
        app.db.transaction().execute((db) => consumeOneTimeLink(app, db, "setup", setup)),
      ),
    );
    expect(fulfilled(taken)).toBe(1);
  });

  test("D1: all processes together allow as many attempts as one", async () => {
    const processes = await threeProcesses();
    const [app, beside] = processes;
    const key = "192.0.2.1 ada";
    const tries = await Promise.allSettled(
      Array.from({ length: ROUNDS }, () =>
        processes.map(({ limits }) => limits.wrongPasswords.count(key)),
      ).flat(),
    );
    expect(fulfilled(tries)).toBe(10);
    await beside.limits.wrongPasswords.undo(key);
    await app.limits.wrongPasswords.count(key);
    await expect(beside.limits.wrongPasswords.check(key)).rejects.toMatchObject({
      code: "TOO_MANY_REQUESTS",
    });
    await expect(app.limits.wrongPasswords.count("192.0.2.2 ada")).resolves.toBeUndefined();
  });
});

test("D1: nothing passes an uncountable limit while the database is unavailable", async () => {
  const pool = new Pool({ connectionString: "postgres://nobody@127.0.0.1:1/nothing" });
  onTestFinished(() => pool.end());
  const limits = createRateLimits(true, (name, rule) => createLimiter(pool, name, rule));
  const { count, check } = limits.wrongPasswords;
  const failures = await Promise.allSettled([count("ada"), check("ada")]);
  const statuses = failures.map(
    (failure) => failure.status === "rejected" && replyTo(failure.reason, "").status,
  );
  expect(statuses).toEqual([503, 503]);
});
