import { describe, expect, test } from "vitest";

import { sourcesHealth } from "#server/features/sources/sources.service.ts";
import { refreshAllReleaseNotes } from "#server/features/tools/release-notes.service.ts";
import { addTool, editTool, getTool } from "#server/features/tools/tools.service.ts";
import { beginRun, endRun, recordProgress } from "#server/kernel/jobs/job-runs.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { AnswerError } from "#server/outside/models/answer-engine.ts";
import type { ReleaseSource } from "#server/outside/releases/release-sources.ts";
import type { User } from "#shared/accounts/users.ts";
import { MAX_RELEASE_NOTES } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import { answeringEngine, quietWork } from "#tests/support/found.ts";
import { buildPerson } from "#tests/support/people.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";

interface Workshop {
  user: User;
  app: TestApp;
  tool: Tool;
  refresh(): Promise<Reply>;
  add(name: string): Promise<Tool>;
  /** Sets the results of the connected source. */
  find(notesOf: (name: string) => ReleaseNote[] | Promise<ReleaseNote[]>): void;
}

const sourceOf = (
  source: string,
  notesOf: (name: string) => ReleaseNote[] | Promise<ReleaseNote[]>,
): ReleaseSource => ({ name: source, findNotes: async ({ name }) => notesOf(name) });

const MANUAL: ReleaseNote = { date: "Spring release", url: "https://blog.example/spring" };
const found = (number: number): ReleaseNote => ({
  date: new Date(Date.UTC(2020, 0, number)).toISOString().slice(0, 10),
  url: `https://github.com/o/r/releases/tag/v${number}`,
});

async function workshop(environment: Record<string, string> = {}): Promise<Workshop> {
  const { app, origin } = await testServer(environment);
  const { user, cookie } = await buildPerson(app, "ada");
  const add = (name: string) =>
    addTool(app, user, newToolSchema.parse({ name, url: "https://tool.example", releaseNotes: [MANUAL] }));
  const tool = await add("Claude");
  return {
    app,
    user,
    tool,
    add,
    refresh: () =>
      restClient(origin).call("POST", `/api/ai-tools/${tool.id}/update-release-notes`, undefined, { cookie }),
    find(notesOf) {
      app.integrations.releases = [sourceOf("GitHub", notesOf)];
    },
  };
}

describe("release notes of one tool", () => {
  test("are merged by address, with manual ones, newest first", async () => {
    const { refresh, find } = await workshop();
    find(() => [found(1), found(2)]);
    expect((await refresh()).body).toEqual({
      releaseNotes: [found(2), found(1), MANUAL],
      message: "Found 2 new release notes",
    });
    find(() => [{ ...found(2), date: "1999-01-01" }, found(3)]);
    expect((await refresh()).body).toEqual({
      releaseNotes: [found(3), found(2), found(1), MANUAL],
      message: "Found 1 new release note",
    });
  });

  test("leave the tool unchanged if there is nothing new", async () => {
    const { app, tool, refresh, find } = await workshop();
    find(() => [MANUAL]);
    expect((await refresh()).body).toEqual({
      releaseNotes: [MANUAL],
      message: "No new release notes found",
    });
    expect(await getTool(app, tool.id)).toEqual(tool);
  });

  test("are at most two hundred, and manual ones are never evicted", async () => {
    const { refresh, find } = await workshop();
    find(() => Array.from({ length: MAX_RELEASE_NOTES }, (_, index) => found(index + 1)));
    const first: ReleaseNote[] = (await refresh()).body.releaseNotes;
    expect(first).toHaveLength(MAX_RELEASE_NOTES);
    expect(first.at(-1)).toEqual(MANUAL);
    find(() => [found(900), found(1)]);
    const second: ReleaseNote[] = (await refresh()).body.releaseNotes;
    expect(second).toHaveLength(MAX_RELEASE_NOTES);
    expect([second[0], second.at(-1)]).toEqual([found(900), MANUAL]);
    find(() => [found(1)]);
    expect((await refresh()).body.message).toBe("No new release notes found");
  });

  test("preserve other people's concurrent changes", async () => {
    const { app, user, tool, refresh, find } = await workshop();
    const { promise: released, resolve: release } = Promise.withResolvers<ReleaseNote[]>();
    find(() => released);
    const pending = refresh();
    const note = { date: "2026-11-01", url: "https://blog.example/november" };
    await editTool(app, user, { id: tool.id, name: "Claude 5", releaseNotes: [note, MANUAL] });
    release([found(1)]);
    expect((await pending).body.releaseNotes).toEqual([note, found(1), MANUAL]);
    expect((await getTool(app, tool.id)).name).toBe("Claude 5");
  });

  test("name the failed source, even if another found something", async () => {
    const { app, refresh } = await workshop();
    app.integrations.releases = [
      sourceOf("GitHub", () => [found(1)]),
      sourceOf("Changelog", () => Promise.reject(new OutboundError("unreachable", "x"))),
    ];
    expect((await refresh()).body.message).toBe(
      "Found 1 new release note. Changelog: Couldn't reach the address",
    );
  });

  test("name the failed source if nothing was found", async () => {
    const { refresh, find } = await workshop();
    find(() => Promise.reject(new OutboundError("unreachable", "x")));
    const message = "No new release notes found. GitHub: Couldn't reach the address";
    expect(await refresh()).toMatchObject({ status: 502, body: { message } });
  });
});

describe("the provider's search", () => {
  const searched = (json: unknown) =>
    answeringEngine(() => ({
      json,
      sources: [{ url: "https://docs.found.example/changelog", title: "Changelog", date: null }],
    }));

  test("is merged with the sources", async () => {
    const { app, refresh, find } = await workshop();
    find(() => [found(1)]);
    app.integrations.answers = searched({
      releases: [
        { date: "2026-11-01", url: "https://docs.found.example/changelog#v2" },
        { date: "2026-10-01", url: "https://tool.example/news/v1" },
      ],
    });
    expect((await refresh()).body.releaseNotes).toEqual([
      { date: "2026-11-01", url: "https://docs.found.example/changelog#v2" },
      { date: "2026-10-01", url: "https://tool.example/news/v1" },
      found(1),
      MANUAL,
    ]);
  });

  test.each([
    ["scripts for addresses", { releases: [{ date: "2026-11-01", url: "javascript:alert(1)" }] }],
    ["a site that no search found", { releases: [{ date: "2026-11-01", url: "https://invented.example/" }] }],
    ["an inside address", { releases: [{ date: "2026-11-01", url: "http://169.254.169.254/" }] }],
    ["HTML for dates", { releases: [{ date: "<b>2026</b>", url: "https://tool.example/1" }] }],
    ["the future", { releases: [{ date: "2999-01-01", url: "https://tool.example/1" }] }],
    ["a megabyte", { releases: [{ date: "x".repeat(1_000_000), url: "https://tool.example/1" }] }],
    ["wrong types", { releases: [{ date: 1, url: ["https://tool.example/1"] }] }],
    ["another shape", { role: "admin" }],
    ["nothing", undefined],
    [
      "too many",
      {
        releases: Array.from({ length: 5000 }, () => ({ date: "2026-11-01", url: "https://tool.example/1" })),
      },
    ],
  ])("stores nothing of %s", async (_, json) => {
    const { app, tool, refresh } = await workshop();
    app.integrations.answers = searched(json);
    expect((await refresh()).body.releaseNotes).toEqual([MANUAL]);
    expect(await getTool(app, tool.id)).toEqual(tool);
  });

  test("is not used with a model that cannot search, since it would invent results", async () => {
    const { app, refresh } = await workshop();
    const engine = answeringEngine(() => ({}), { canSearch: false });
    app.integrations.answers = engine;
    await refresh();
    expect(engine.asked).toEqual([]);
  });

  test("that fails leaves the results of the others", async () => {
    const { app, refresh, find } = await workshop();
    find(() => [found(1)]);
    app.integrations.answers = answeringEngine(() => {
      throw new AnswerError("busy", "503");
    });
    expect((await refresh()).body.releaseNotes).toEqual([found(1), MANUAL]);
  });
});

describe("release notes of all tools", () => {
  test("continue when one fails", async () => {
    const { app, tool, add, find } = await workshop();
    const broken = await add("Broken");
    const good = await add("Good");
    find((name) => (name === "Broken" ? Promise.reject(new Error("It is broken")) : [found(1)]));
    const work = quietWork();
    expect(await refreshAllReleaseNotes(app, work)).toEqual({ tools: 3, answered: 2, added: 2 });
    expect(work.failed).toEqual(["GitHub (Broken)"]);
    for (const { id } of [tool, good])
      expect((await getTool(app, id)).releaseNotes).toEqual([found(1), MANUAL]);
    expect((await getTool(app, broken.id)).releaseNotes).toEqual([MANUAL]);
  });

  test("are fetched for several tools at once, since a site can be slow", async () => {
    const { app, add, find } = await workshop();
    for (const name of ["Second", "Third", "Fourth", "Fifth"]) await add(name);
    const { promise: released, resolve: release } = Promise.withResolvers<ReleaseNote[]>();
    const asked: string[] = [];
    find((name) => {
      if (asked.push(name) === 4) release([found(1)]);
      return released;
    });
    expect(await refreshAllReleaseNotes(app, quietWork())).toEqual({ tools: 5, answered: 5, added: 5 });
  });

  test("continue from unfinished runs", async () => {
    const { app, add, find } = await workshop();
    for (const name of ["Second", "Third", "Fourth", "Fifth"]) await add(name);
    let asked: string[] = [];
    find((name) => {
      asked.push(name);
      return [];
    });
    const run = async () => {
      asked = [];
      await refreshAllReleaseNotes(app, quietWork());
      return asked;
    };
    const ended = async (state: "failed" | "succeeded", done: number) => {
      const { runId } = await beginRun(app, { job: "release-notes.fetch", trigger: "schedule" });
      await recordProgress(app, runId, { done, total: 5 });
      await endRun(app, runId, { state });
      app.advance(60_000);
    };
    const first = await run();
    await ended("failed", 2);
    expect(await run()).toEqual([...first.slice(2), ...first.slice(0, 2)]);
    await ended("failed", 2);
    expect(await run()).toEqual([...first.slice(4), ...first.slice(0, 4)]);
    await ended("succeeded", 5);
    expect(await run()).toEqual(first);
  });

  test("name each failed source, even if another responded, and store its state", async () => {
    const { app, add } = await workshop();
    await add("Second");
    app.integrations.releases = [
      sourceOf("GitHub", () => [found(1)]),
      sourceOf("Changelog", (name) =>
        name === "Claude" ? Promise.reject(new Error("It is no feed")) : [found(2)],
      ),
      sourceOf("Other", () => Promise.reject(new Error("It is closed"))),
    ];
    const work = quietWork();
    expect(await refreshAllReleaseNotes(app, work)).toEqual({ tools: 2, answered: 2, added: 3 });
    expect(work.failed.toSorted()).toEqual(["Changelog (Claude)", "Other (Claude)", "Other (Second)"]);
    const now = app.now().toISOString();
    expect(await sourcesHealth(app)).toMatchObject([
      { source: "Changelog", lastSuccessAt: now, lastErrorAt: now, lastError: "Claude: It is no feed" },
      { source: "GitHub", lastSuccessAt: now, lastErrorAt: null },
      { source: "Other", lastSuccessAt: null, lastErrorAt: now },
    ]);
  });

  test("name the provider once when its limit is reached, and store its state too", async () => {
    const { app, add } = await workshop({ AI_DAILY_LIMIT: "4" });
    for (const name of ["Second", "Third", "Fourth"]) await add(name);
    let calls = 0;
    app.integrations.answers = answeringEngine(() => {
      calls += 1;
      if (calls === 2) throw new AnswerError("busy", "503");
      return {};
    });
    const work = quietWork();
    await refreshAllReleaseNotes(app, work);
    expect([calls, work.failed]).toEqual([2, ["AI provider"]]);
    const now = app.now().toISOString();
    expect(await sourcesHealth(app)).toMatchObject([
      {
        source: "AI provider",
        lastSuccessAt: now,
        lastErrorAt: now,
        lastError: "The AI provider is busy. Please try again in a moment.",
        nextTryAt: null,
      },
    ]);
  });
});

test("with real requests: the page of a tool is read once for all sources", async () => {
  const upstreams = await startUpstreams({
    releases: { "acme/tool": [{ tag: "v2", published: "2026-11-02T00:00:00Z" }] },
    site: {
      "/": '<html><head><title>Tool</title><link rel="alternate" type="application/rss+xml" title="Changelog" href="/changes.xml"></head><body><a href="https://github.com/acme/tool">Code</a></body></html>',
      "/changes.xml": rss("Changelog", [
        { title: "3.0", url: "https://tool.example/3", published: "2026-11-10T00:00:00Z" },
      ]),
    },
  });
  try {
    const { app, user, tool, refresh } = await workshop(upstreams.environment);
    await editTool(app, user, { id: tool.id, url: upstreams.site.origin });
    expect((await refresh()).body.releaseNotes).toEqual([
      { date: "2026-11-10", url: "https://tool.example/3" },
      { date: "2026-11-02", url: "https://github.com/acme/tool/releases/tag/v2" },
      MANUAL,
    ]);
    const paths = upstreams.site.hits.map(({ url }) => url.pathname);
    expect(paths).toEqual(["/robots.txt", "/", "/changes.xml"]);
  } finally {
    await upstreams.close();
  }
});

test("with real requests: the releases of a repository on GitHub", async () => {
  const upstreams = await startUpstreams({
    releases: { "acme/tool": [{ tag: "v2", published: "2026-11-02T00:00:00Z" }] },
  });
  try {
    const { app, user, tool, refresh } = await workshop(upstreams.environment);
    await editTool(app, user, { id: tool.id, url: "https://github.com/acme/tool" });
    expect((await refresh()).body.releaseNotes).toEqual([
      { date: "2026-11-02", url: "https://github.com/acme/tool/releases/tag/v2" },
      MANUAL,
    ]);
  } finally {
    await upstreams.close();
  }
});

test("with real requests: a changelog whose releases share one page, also after it changed", async () => {
  const release = (number: number) => ({
    title: `1.${number}`,
    url: "https://tool.example/changelog",
    published: new Date(Date.UTC(2026, 0, number)).toISOString(),
  });
  const changes = Array.from({ length: 148 }, (_, index) => release(148 - index));
  const upstreams = await startUpstreams({
    site: {
      "/": '<html><head><title>Tool</title><link rel="alternate" type="application/rss+xml" title="Changelog" href="/changes.xml"></head></html>',
      "/changes.xml": rss("Changelog", changes),
    },
  });
  try {
    const { app, user, tool, refresh } = await workshop(upstreams.environment);
    await editTool(app, user, { id: tool.id, url: upstreams.site.origin });
    const first: ReleaseNote[] = (await refresh()).body.releaseNotes;
    expect(first).toHaveLength(101);
    expect(first.every(({ url }) => new URL(url).host === "tool.example" || url === MANUAL.url)).toBe(true);
    // The feed now has ids, a corrected title, and one more release.
    const later = changes.map((entry) => ({
      ...entry,
      title: entry.title.replace("1.140", "1.140.0"),
      id: entry.title,
    }));
    upstreams.site.paths["/changes.xml"] = rss(
      "Changelog",
      [{ ...release(149), id: "1.149" }, ...later].slice(0, 100),
    );
    app.advance(2 * 3_600_000);
    expect((await refresh()).body).toMatchObject({ message: "Found 1 new release note" });
  } finally {
    await upstreams.close();
  }
});
