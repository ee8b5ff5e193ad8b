import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { requestAndRecord } from "#server/features/sources/sources.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { JobRunner } from "#server/kernel/jobs/job-runner.ts";
import { jobsFor } from "#server/kernel/slice.ts";
import { VERSION } from "#server/version.ts";
import { listen } from "#server/web/server/http-server.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { readExposition } from "#tests/support/exposition.ts";
import { watchLive } from "#tests/support/live-stream.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { type TestApp, temporaryFolder, testServer } from "#tests/support/test-app.ts";
import { onSqliteAlone } from "#tests/support/test-database.ts";

async function serving(environment: Record<string, string> = {}) {
  const { app, origin } = await testServer(environment);
  const { user, cookie } = await buildPerson(app, "ada", "admin");
  const call = (method: string, path: string, headers: Record<string, string> = { cookie }) =>
    restClient(origin).call(method, path, undefined, headers);
  return { app, user, origin, cookie, call, scrape: () => scrape(origin) };
}

async function scrape(origin: string) {
  const response = await fetch(`${origin}/metrics`);
  expect([response.status, response.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  return readExposition(await response.text());
}

describe("requests", () => {
  test("are counted by method, route and status, including cached replies", async () => {
    const { call, scrape: metrics } = await serving();
    for (let time = 0; time < 3; time += 1) await call("GET", "/api/ai-tools");
    await call("GET", "/api/ai-tools/none");
    await call("GET", "/api/ai-tools/none-either", {});
    await call("GET", "/trpc/workspace.settings");
    await call("PURGE", "/api/ai-tools");
    const { value } = await metrics();
    const count = (method: string, route: string, status: number) =>
      value("stackloop_http_requests_total", { method, route, status: String(status) });
    expect(count("GET", "/api/ai-tools", 200)).toBe(3);
    expect(count("GET", "/api/ai-tools/{id}", 404)).toBe(1);
    expect(count("GET", "/api/ai-tools/{id}", 401)).toBe(1);
    expect(count("GET", "trpc:workspace.settings", 200)).toBe(1);
    expect(count("other", "other", 405)).toBe(1);
    expect(value("stackloop_http_request_duration_seconds_count", { kind: "rest" })).toBe(5);
    expect(value("stackloop_http_request_duration_seconds_bucket", { kind: "rest", le: "+Inf" })).toBe(5);
  });

  test("with made-up addresses, methods and procedures create no series", async () => {
    const { call, scrape: metrics } = await serving();
    const paths = [
      "/x",
      "/api/x",
      "/api/ai-tools/x",
      "/trpc/x",
      "/public-objects/logos/x",
      "/trpc/tools.list,x",
    ];
    const own = async () => (await metrics()).samples.filter(({ name }) => name.startsWith("stackloop_"));
    const before = (await own()).length;
    const round = async (from: number) => {
      for (let number = from; number < from + 1000; number += 50) {
        const few = Array.from({ length: 50 }, (_, offset) => number + offset);
        await Promise.all(few.map((one) => call("GET", `${paths[one % paths.length]}${one}?q=${one}`)));
      }
    };
    await round(0);
    const after = (await own()).length;
    await round(1000);
    const samples = await own();
    expect(samples.length).toBe(after);
    // A few routes, each with one or two statuses, and histogram steps for each kind.
    expect(after - before).toBeLessThan(120);
    expect(JSON.stringify(samples)).not.toMatch(/x\d+/u);
  });

  test("are also counted as procedure calls by result, over any protocol", async () => {
    const { app, call, scrape: metrics } = await serving();
    await call("GET", "/api/users");
    await call("GET", "/trpc/users.list,account.me?batch=1&input=%7B%220%22%3A%7B%7D%7D");
    await call("GET", "/api/users", {});
    await app.db.schema.alterTable("news_feeds").renameTo("gone").execute();
    await call("GET", "/trpc/feeds.list");
    const { value } = await metrics();
    const calls = (procedure: string, result: string) =>
      value("stackloop_procedure_calls_total", { procedure, result });
    expect([calls("users.list", "ok"), calls("users.list", "refused")]).toEqual([2, 1]);
    expect([calls("account.me", "ok"), calls("feeds.list", "failed")]).toEqual([1, 1]);
    expect(value("stackloop_procedure_seconds_total", { procedure: "users.list" })).toBeGreaterThan(0);
    expect(
      value("stackloop_http_requests_total", { method: "GET", route: "trpc:batch", status: "200" }),
    ).toBe(1);
  });

  test("that stay open are counted as streams, and not in the durations", async () => {
    const { origin, cookie, scrape: metrics } = await serving();
    const stream = await watchLive(origin, { cookie });
    await stream.next();
    expect((await metrics()).value("stackloop_open_streams")).toBe(1);
    stream.close();
    await expect.poll(async () => (await metrics()).value("stackloop_open_streams")).toBe(0);
    expect((await metrics()).value("stackloop_http_request_duration_seconds_count", { kind: "trpc" })).toBe(
      undefined,
    );
  });
});

const runJob = async (app: TestApp, result: () => Promise<Record<string, number>>) => {
  const [job] = jobsFor(app.database);
  if (!job) throw new Error("there is no job");
  const { ended } = await new JobRunner(app).start({ ...job, run: result }, "schedule");
  await ended;
};

test("jobs report their last runs, successes and failures", async () => {
  const { app, scrape: metrics } = await serving();
  const of = { job: "papers.fetch" };
  expect((await metrics()).value("stackloop_job_last_start_timestamp_seconds", of)).toBe(undefined);
  const start = app.now().getTime() / 1000;
  await runJob(app, () => Promise.resolve({ added: 1 }));
  for (const minutes of [10, 20]) {
    app.advance(minutes * 60_000);
    await runJob(app, () => Promise.reject(new Error("arXiv is down")));
  }
  const { value } = await metrics();
  expect(value("stackloop_job_last_success_timestamp_seconds", of)).toBe(start);
  expect(value("stackloop_job_last_start_timestamp_seconds", of)).toBe(start + 30 * 60);
  expect(value("stackloop_job_failures_in_a_row", of)).toBe(2);
  expect(value("stackloop_job_running", of)).toBe(0);
  expect(value("stackloop_job_last_duration_seconds", of)).toBe(0);
});

onSqliteAlone("backups made by the program", () => {
  test("sources, items, people, the database and its newest backup are reported", async () => {
    const folder = join(temporaryFolder(), "backups");
    const { app, user, scrape: metrics } = await serving({ BACKUP_DIR: folder, AI_DAILY_LIMIT: "50" });
    expect((await metrics()).value("stackloop_backup_last_success_timestamp_seconds")).toBe(undefined);
    mkdirSync(folder);
    for (const [name, time] of [
      ["nightly-2026-11-20T02-00-00.db", 1_790_000_000],
      ["nightly-2026-11-21T02-00-00.db", 1_790_086_400],
      ["notes.txt", 1_799_999_999],
    ] as const) {
      writeFileSync(join(folder, name), "a copy");
      utimesSync(join(folder, name), time, time);
    }
    await buildPerson(app, "grace");
    await addTool(app, user, newToolSchema.parse({ name: "Atlas" }));
    await requestAndRecord(app, { name: "https://a.example/feed" }, () => Promise.resolve([]));
    await requestAndRecord(app, { name: "https://b.example/feed" }, () =>
      Promise.reject(new Error("gone")),
    ).catch(() => null);
    app.readFreeBytes = () => Promise.resolve(123_456_789);
    const { value, types } = await metrics();
    expect(value("stackloop_backup_last_success_timestamp_seconds")).toBe(1_790_086_400);
    expect(value("stackloop_backup_bytes")).toBe(6);
    expect(value("stackloop_sources", { state: "working" })).toBe(1);
    expect(value("stackloop_sources", { state: "failing" })).toBe(1);
    expect(value("stackloop_items", { kind: "tools" })).toBe(1);
    expect(value("stackloop_items", { kind: "articles" })).toBe(0);
    expect(value("stackloop_accounts", { role: "admin" })).toBe(1);
    expect(value("stackloop_accounts", { role: "user" })).toBe(1);
    expect(value("stackloop_signed_in_people")).toBe(2);
    expect(value("stackloop_disk_free_bytes")).toBe(123_456_789);
    expect(value("stackloop_database_bytes")).toBeGreaterThan(4096);
    expect(value("stackloop_ai_calls_daily_limit")).toBe(50);
    expect(value("stackloop_build_info", { version: VERSION })).toBe(1);
    expect(value("stackloop_ready", { check: "storage free" })).toBe(1);
    expect(types.get("process_resident_memory_bytes")).toBe("gauge");
    expect(types.get("nodejs_eventloop_lag_p99_seconds")).toBe("gauge");
  });
});

test("two servers in one process are counted separately", async () => {
  const { app, cookie, scrape: metrics } = await serving();
  const other = await serving();
  await fetch(`${other.origin}/api/users`, { headers: { cookie: other.cookie } });
  expect((await metrics()).value("stackloop_procedure_seconds_total", { procedure: "users.list" })).toBe(
    undefined,
  );
  // Two listeners of one app count together, without duplicate metrics.
  const { server, port } = await listen(app, null);
  onTestFinished(() => void server.close());
  await fetch(`http://127.0.0.1:${port}/api/users`, { headers: { cookie } });
  expect(
    (await metrics()).value("stackloop_http_requests_total", {
      method: "GET",
      route: "/api/users",
      status: "200",
    }),
  ).toBe(1);
});

test("the alerts in the admin guide use existing metrics", async () => {
  const { scrape: metrics } = await serving();
  const guide = readFileSync("docs/admin-guide.md", "utf8");
  const named = new Set(guide.match(/\b(?:stackloop|nodejs|process)_[a-z\d_]+/gu));
  expect(named.size).toBeGreaterThan(4);
  const { types } = await metrics();
  const unknown = [...named].filter(
    (name) => !types.has(name) && !types.has(name.replace(/_(?:bucket|sum|count)$/u, "")),
  );
  expect(unknown).toEqual([]);
});
