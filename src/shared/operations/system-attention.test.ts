import { describe, expect, test } from "vitest";

import { ITEM_KINDS, KINDS, mapKinds } from "#shared/kernel/item-address.ts";

import { findAttention } from "./system-attention.ts";
import type { JobHealth, SystemFacts } from "./system.ts";

const NOW = "2026-11-23T12:00:00.000Z";
const before = (hours: number) => new Date(Date.parse(NOW) - hours * 3_600_000).toISOString();
const after = (hours: number) => before(-hours);

const papers: JobHealth = {
  name: "papers.fetch",
  title: "Fetch papers",
  nextRunAt: after(14),
  lastDueAt: before(10),
  state: "succeeded",
  startedAt: before(10),
  finishedAt: before(10),
  error: null,
  succeededAt: before(10),
  failuresInARow: 0,
};

const BACKUPS: NonNullable<SystemFacts["backups"]> = {
  isScheduled: true,
  newest: { at: before(9), bytes: 1e6 },
  earlier: null,
  hasRoom: true,
};

/** A server without problems, for a team behind a proxy. */
const HEALTHY: SystemFacts = {
  now: NOW,
  version: "1.0.0",
  node: "24.0.0",
  startedAt: before(200),
  inUseSince: before(2000),
  storageProblems: [],
  database: { bytes: 1e6, logBytes: 0, freeBytes: 1e10, hearsOthers: true },
  backups: BACKUPS,
  memory: { residentBytes: 1e8, heapBytes: 5e7 },
  eventLoop: { p99Ms: 2, longestMs: 40 },
  requests: { minutes: 5, count: 100, errors: 0, p50Ms: 2, p99Ms: 30 },
  openStreams: 3,
  jobs: [papers],
  sources: { count: 4, failingCount: 0, failing: [] },
  failedChannels: [],
  people: { accounts: 5, admins: 2, signedIn: 3, sessions: 4 },
  items: mapKinds(
    ITEM_KINDS.map((kind) => KINDS[kind].many),
    () => 5,
  ),
  ai: { isConnected: true, callsToday: 3, dailyLimit: 100, error: null },
  updates: { host: null, isOn: false, newest: null },
  configuration: {
    publicUrl: "https://stackloop.example.com",
    isServedToOthers: true,
    isReachedByOtherName: true,
    sendsMail: false,
    signup: "invite",
    hasRateLimits: true,
  },
};

const attentionFor = (changes: Partial<SystemFacts>) => findAttention({ ...HEALTHY, ...changes });
const idsOf = (changes: Partial<SystemFacts>) => attentionFor(changes).map(({ id }) => id);
const source = (name: string, lastSuccessAt: string | null) => ({
  source: name,
  lastSuccessAt,
  lastErrorAt: before(1),
  lastError: "The site replied with 500",
  nextTryAt: null,
});

test("shows nothing without problems", () => {
  expect(attentionFor({})).toEqual([]);
});

test("shows the most urgent first, advice last", () => {
  const all = attentionFor({
    storageProblems: ["storage low", "database damaged"],
    jobs: [{ ...papers, state: "failed", failuresInARow: 3, error: "arXiv is down" }],
    people: { ...HEALTHY.people, admins: 1 },
    configuration: { ...HEALTHY.configuration, publicUrl: null, hasRateLimits: false },
  });
  expect(all.map(({ id, urgency }) => [id, urgency])).toEqual([
    ["database-damaged", "urgent"],
    ["storage-low", "urgent"],
    ["job-fails:papers.fetch", "soon"],
    ["no-rate-limits", "soon"],
    ["no-public-url", "advice"],
    ["one-admin", "advice"],
  ]);
  for (const { title, advice } of all) {
    expect(title).not.toMatch(/[.!]$/u);
    expect(advice).toMatch(/\.$/u);
  }
});

describe("backups", () => {
  const backups = (changes: Partial<typeof BACKUPS>) => ({
    backups: { ...BACKUPS, ...changes },
  });
  const backupsAged = (hours: number) => ({ newest: { at: before(hours), bytes: 1 } });

  test.each([
    ["of yesterday", backupsAged(30), []],
    ["of three days ago", backupsAged(72), ["The newest backup is 3 days old"]],
    ["that never was", { newest: null }, ["There is no backup"]],
    [
      "of three days ago, when they are off",
      { ...backupsAged(72), isScheduled: false },
      ["The newest backup is 3 days old, and nightly backups are off"],
    ],
    ["of today, when somebody else makes them", { ...backupsAged(2), isScheduled: false }, []],
    ["without room for the next", { hasRoom: false }, ["There isn't enough space for the next backup"]],
  ])("%s", (_, changes, titles) => {
    expect(attentionFor(backups(changes)).map(({ title }) => title)).toEqual(titles);
  });

  test("are not required if the database server makes them", () => {
    expect(idsOf({ backups: null })).toEqual([]);
  });

  test("are not required on the first two days", () => {
    expect(idsOf({ ...backups({ newest: null }), inUseSince: before(40) })).toEqual([]);
    expect(idsOf({ ...backups({ newest: null }), inUseSince: null })).toEqual([]);
  });
});

describe("a job", () => {
  const job = (changes: Partial<JobHealth>) => ({ jobs: [{ ...papers, ...changes }] });

  test("is advice after one failure, and shows the reason after two", () => {
    expect(attentionFor(job({ state: "failed", failuresInARow: 1, error: "arXiv is down" }))).toEqual([
      {
        id: "job-fails:papers.fetch",
        urgency: "advice",
        title: "“Fetch papers” failed",
        advice: "arXiv is down. Scheduled jobs retry automatically; see its runs under Jobs.",
      },
    ]);
    expect(attentionFor(job({ state: "failed", failuresInARow: 2, error: "arXiv is down" }))).toEqual([
      {
        id: "job-fails:papers.fetch",
        urgency: "soon",
        title: "“Fetch papers” has failed 2 times in a row",
        advice: "arXiv is down. See its runs under Jobs.",
      },
    ]);
  });

  test("that checks the database is urgent after one failure, unless the damage is already shown", () => {
    const check = job({ name: "check", state: "failed", failuresInARow: 1, error: "damaged; restore a.db" });
    expect(idsOf(check)).toEqual(["check-failed"]);
    expect(idsOf({ ...check, storageProblems: ["database damaged"] })).toEqual(["database-damaged"]);
  });

  test("that was due and did not start is overdue", () => {
    const missed = job({ startedAt: before(34), succeededAt: before(34) });
    expect(attentionFor(missed).map(({ title }) => title)).toEqual([
      "“Fetch papers” should have run 10 hours ago and didn't",
    ]);
    // Nobody has to act right after a start, during a run, or before the last retry.
    expect(idsOf({ ...missed, startedAt: before(0.1) })).toEqual([]);
    expect(idsOf(job({ startedAt: before(34), state: "running" }))).toEqual([]);
    expect(idsOf(job({ startedAt: before(25), lastDueAt: before(1) }))).toEqual([]);
    expect(idsOf(job({ startedAt: before(34), nextRunAt: null, lastDueAt: null }))).toEqual([]);
    expect(idsOf({ ...job({ startedAt: null, state: null }), inUseSince: before(3) })).toEqual([]);
  });
});

test("shows failing sources after three days, by name and number", () => {
  const failing = [
    source("https://a.example/feed", before(100)),
    source("https://b.example/feed", null),
    source("https://c.example/feed", before(20)),
  ];
  const [item, ...others] = attentionFor({ sources: { count: 9, failingCount: 3, failing } });
  expect(others).toEqual([]);
  expect(item?.title).toBe("2 sources have failed for more than 3 days");
  expect(item?.advice).toContain("https://a.example/feed and https://b.example/feed. ");
  const many = ["a", "b", "c", "d", "e"].map((name) => source(name, null));
  expect(attentionFor({ sources: { count: 9, failingCount: 5, failing: many } })[0]?.advice).toContain(
    "a, b, c and 2 others. ",
  );
});

test("shows unusual errors, long pauses and AI failures", () => {
  expect(idsOf({ requests: { ...HEALTHY.requests, errors: 4 } })).toEqual([]);
  expect(idsOf({ requests: { ...HEALTHY.requests, errors: 5 } })).toEqual(["calls-fail"]);
  expect(idsOf({ eventLoop: { p99Ms: 3, longestMs: 999 } })).toEqual([]);
  expect(idsOf({ eventLoop: { p99Ms: 3, longestMs: 1200 } })).toEqual(["event-loop-held"]);
  expect(idsOf({ ai: { ...HEALTHY.ai, callsToday: 100, error: "Wrong key" } })).toEqual([
    "ai-fails",
    "ai-limit",
  ]);
  expect(idsOf({ ai: { ...HEALTHY.ai, isConnected: false, callsToday: 100, error: "Wrong key" } })).toEqual(
    [],
  );
});

describe("the configuration", () => {
  const set = (changes: Partial<SystemFacts["configuration"]>) =>
    idsOf({ configuration: { ...HEALTHY.configuration, ...changes } });

  test.each([
    [{ publicUrl: null }, ["no-public-url"]],
    [{ publicUrl: null, isReachedByOtherName: false }, []],
    [{ publicUrl: null, sendsMail: true }, ["mails-link-here"]],
    [{ publicUrl: null, sendsMail: true, isReachedByOtherName: false }, ["mails-link-here"]],
    [{ sendsMail: true }, []],
    [{ publicUrl: "http://stackloop.example.com" }, ["no-https"]],
    [{ publicUrl: "http://localhost:3000" }, []],
    [{ publicUrl: "http://127.0.0.1:3000" }, []],
    [{ hasRateLimits: false }, ["no-rate-limits"]],
    [{ signup: "open" as const }, ["sign-up-open"]],
    [{ signup: "closed" as const }, []],
    [{ signup: "open" as const, publicUrl: "https://stackloop.lan" }, []],
    [{ signup: "open" as const, publicUrl: "https://stackloop" }, []],
    [{ signup: "open" as const, publicUrl: "https://10.1.2.3" }, []],
    [{ signup: "open" as const, publicUrl: "https://100.101.2.3" }, []],
    [{ signup: "open" as const, publicUrl: "https://203.0.113.9" }, ["sign-up-open"]],
  ])("%j", (changes, ids) => {
    expect(set(changes)).toEqual(ids);
  });

  test("with one administrator among several people", () => {
    expect(idsOf({ people: { ...HEALTHY.people, admins: 1 } })).toEqual(["one-admin"]);
    expect(idsOf({ people: { ...HEALTHY.people, accounts: 1, admins: 1 } })).toEqual([]);
  });
});

test("reports a pooler that drops notifications", () => {
  expect(idsOf({ database: { ...HEALTHY.database, hearsOthers: false } })).toEqual(["no-live-updates"]);
});

test("reports a missing database file as urgent", () => {
  for (const problem of ["database file missing", "database file replaced"] as const)
    expect(attentionFor({ storageProblems: [problem] })).toMatchObject([
      { id: "database-file-changed", urgency: "urgent" },
    ]);
});
