import { describe, expect, test, vi } from "vitest";

import type { PaperSource } from "#server/outside/papers/paper-source.ts";
import { createRateLimits, MAX_KEYS } from "#server/web/limits/rate-limits.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { testServer } from "#tests/support/test-app.ts";

async function limited() {
  const { app, origin } = await testServer({ RATE_LIMITS: "on" });
  const ada = await buildPerson(app, "ada");
  const call = (method: string, path: string, cookie?: string, body?: unknown) =>
    restClient(origin).call(method, path, body, cookie === undefined ? {} : { cookie });
  return { app, ada, call };
}

describe("D1: a flood of calls", () => {
  test("is refused after 3,000 reads in a minute, only for that person", async () => {
    const { app, ada, call } = await limited();
    const bob = await buildPerson(app, "bob");
    for (let read = 0; read < 2999; read += 1) await app.limits.reads.count(ada.user.id);
    expect((await call("GET", "/api/prompts", ada.cookie)).status).toBe(200);
    const refused = await call("GET", "/api/prompts", ada.cookie);
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Too many requests/u) },
    });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await call("GET", "/api/prompts", bob.cookie)).status).toBe(200);
  });

  test("is refused after 600 writes in a minute, over REST and tRPC, while reading continues", async () => {
    const { app, ada, call } = await limited();
    for (let write = 0; write < 599; write += 1) await app.limits.writes.count(ada.user.id);
    const prompt = { name: "Guide", prompt: "Act" };
    expect((await call("POST", "/api/prompts", ada.cookie, prompt)).status).toBe(201);
    expect((await call("POST", "/api/prompts", ada.cookie, prompt)).status).toBe(429);
    expect((await call("POST", "/trpc/prompts.add", ada.cookie, prompt)).status).toBe(429);
    expect((await call("GET", "/api/prompts", ada.cookie)).body).toHaveLength(1);
  });

  test("by visitors is refused after 600 in a minute from one address", async () => {
    const { app, call } = await limited();
    for (let visit = 0; visit < 599; visit += 1) await app.limits.visitors.count("127.0.0.1");
    expect((await call("GET", "/api/user")).status).toBe(401);
    expect((await call("GET", "/api/user")).status).toBe(429);
    expect((await call("GET", "/trpc/auth.entry?input=%7B%7D")).status).toBe(429);
  });
});

test("D1: a limit evicts the least recently seen clients to save memory", async () => {
  vi.useFakeTimers();
  const { registrations } = createRateLimits(true);
  const useUp = async (key: string) => {
    for (let index = 0; index < 30; index += 1) await registrations.count(key);
  };
  await useUp("first");
  await useUp("second");
  for (let index = 2; index < MAX_KEYS; index += 1) await registrations.count(String(index));
  await expect(registrations.count("first")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  // Each entry has a timer, which removes it.
  expect(vi.getTimerCount()).toBe(MAX_KEYS);
  for (let index = 0; index < 3; index += 1) await registrations.count(`another ${index}`);
  expect(vi.getTimerCount()).toBe(MAX_KEYS);
  await expect(registrations.check("second")).resolves.toBeUndefined();
  await expect(registrations.check("first")).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" });
  vi.useRealTimers();
});

describe("D8: many starts of the same job", () => {
  async function withJob() {
    const { app, call } = await limited();
    const grace = await buildPerson(app, "grace", "admin");
    const { promise, resolve: finish } = Promise.withResolvers<void>();
    const page = vi.fn<PaperSource["page"]>(async () => {
      await promise;
      return { papers: [], received: 0, total: 0, rejected: [] };
    });
    app.integrations.papers = { ...app.integrations.papers, page };
    return { app, grace, page, finish, startAll: () => call("POST", "/api/arxiv/update", grace.cookie) };
  }

  test("share one run, and everyone who started it gets its updates", async () => {
    const { app, page, finish, startAll } = await withJob();
    const replies = await Promise.all(Array.from({ length: 50 }, startAll));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(replies.map(({ body }) => body.jobId)).size).toBe(1);
    // While its first page is loading, no run requests another.
    await expect.poll(() => page.mock.calls.length).toBe(1);
    finish();
    await expect
      .poll(() => app.db.selectFrom("job_runs").select("state").execute(), { timeout: 15_000 })
      .toHaveLength(1);
  });

  test("are refused after 20 by one person in an hour", async () => {
    const { app, grace, startAll } = await withJob();
    for (let count = 0; count < 20; count += 1) await app.limits.jobStarts.count(grace.user.id);
    const refused = await startAll();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  });
});
