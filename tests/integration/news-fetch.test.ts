import { setImmediate as yieldToEventLoop } from "node:timers/promises";

import { describe, expect, test, vi } from "vitest";

import { listFeeds } from "#server/features/news/feeds.service.ts";
import { fetchAllNews, fetchNewsForTool } from "#server/features/news/news-fetch.service.ts";
import { listKnownArticles } from "#server/features/news/news-store.queries.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { addTool, getTool, listAllTools } from "#server/features/tools/tools.service.ts";
import { OutboundError } from "#server/outside/http/http-client.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import type { FoundArticle, NewsSource } from "#server/outside/news/news-source.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { answeringEngine, buildFoundArticle, buildTeamFeed, quietWork } from "#tests/support/found.ts";
import { retryInAnHour, type Newsroom, newsroom, numberedArticle, trpc } from "#tests/support/newsroom.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";

const sourceOf = (name: string, found: () => FoundArticle[]): NewsSource => ({
  name,
  findArticles: () => Promise.resolve().then(found),
});

const unreachable = () => {
  throw new OutboundError("unreachable", "detail");
};

describe("checking for news of one tool", () => {
  const fetchNews = (room: Newsroom) => room.call(room.ada, "POST", `/api/news/update/${room.claude.id}`);

  test("merges all sources, and names those that fail", async () => {
    const room = await newsroom();
    room.app.integrations.news = [
      sourceOf("Good", () => [numberedArticle(1), numberedArticle(2)]),
      sourceOf("Bad", unreachable),
      sourceOf("Other", () => [numberedArticle(2), numberedArticle(3)]),
    ];
    const { status, body } = await fetchNews(room);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: "Found 3 new articles",
      added: 3,
      sourceErrors: [{ source: "Bad", message: "Couldn't reach the address" }],
    });
    room.app.advance(120_000);
    expect((await fetchNews(room)).body).toMatchObject({ message: "No new articles found", added: 0 });
  });

  test("uses the real results of the provider's search, within the person's limit", async () => {
    const room = await newsroom({ AI_DAILY_LIMIT_PER_USER: "1" });
    room.app.integrations.answers = answeringEngine(() => ({
      text: "Claude wins the lottery https://invented.example",
      sources: [
        { url: "https://found.example/x?utm_source=ai", title: "Claude found", date: "2026-11-19" },
        { url: "https://found.example/y", title: "Something else", date: null },
      ],
    }));
    expect((await fetchNews(room)).body).toMatchObject({ added: 1, sourceErrors: [] });
    const [article] = await room.list();
    expect(article).toMatchObject({
      url: "https://found.example/x",
      source: "found.example",
      publishedAt: "2026-11-19T00:00:00.000Z",
    });
    expect((await fetchNews(room)).body.sourceErrors).toEqual([
      { source: "AI provider", message: "AI limit reached, try again tomorrow" },
    ]);
  });

  test("is done once for concurrent requests", async () => {
    const room = await newsroom();
    let asked = 0;
    room.app.integrations.news = [
      {
        name: "Slow",
        findArticles: async () => {
          asked += 1;
          for (let turn = 0; turn < 200; turn += 1) await yieldToEventLoop();
          return [numberedArticle(1)];
        },
      },
    ];
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => fetchNewsForTool(room.app, room.ada.user, room.claude)),
    );
    expect(asked).toBe(1);
    expect(answers.map(({ added }) => added)).toEqual(answers.map(() => 1));
  });

  test("of an unknown tool is refused", async () => {
    const room = await newsroom();
    expect((await room.call(room.ada, "POST", "/api/news/update/none")).status).toBe(404);
  });
});

describe("checking for all news", () => {
  test("matches feed articles to the tools that they name", async () => {
    const room = await newsroom();
    const { app, ada, claude } = room;
    const gemini = await addTool(app, ada.user, newToolSchema.parse({ name: "Gemini", company: "Google" }));
    const articles = [
      numberedArticle(1),
      buildFoundArticle({ title: "Claude beats Google's Gemini", url: "https://news.example/both" }),
      buildFoundArticle({ title: "Gemini season begins", content: "Stars", excerpt: "" }),
    ];
    app.integrations.teamFeed = () => Promise.resolve(buildTeamFeed({ articles }));
    const work = quietWork();
    expect(await fetchAllNews(app, work)).toEqual({ tools: 2, feeds: 13, answered: 13, added: 2 });
    const toolIds = (await room.list()).map(({ tools }) => tools.map(({ id }) => id));
    expect(toolIds).toEqual([[claude.id, gemini.id], [claude.id]]);
    expect(work.failed).toEqual([]);
  });

  test("continues when a source fails, and names it once", async () => {
    const room = await newsroom();
    const { app, ada } = room;
    await addTool(app, ada.user, newToolSchema.parse({ name: "Midjourney" }));
    app.integrations.news = [sourceOf("Bad", unreachable), sourceOf("Good", () => [numberedArticle(1)])];
    app.integrations.teamFeed = () => Promise.reject(new SourceError("It is broken"));
    const work = quietWork();
    expect(await fetchAllNews(app, work)).toMatchObject({ added: 1 });
    expect(work.failed.filter((source) => source === "Bad")).toHaveLength(1);
    expect(work.failed).toHaveLength(14);
  });

  test("pays for a search only without other news, and leaves half of the daily limit to people", async () => {
    const room = await newsroom({ AI_DAILY_LIMIT: "4" });
    const { app, ada } = room;
    for (const name of ["Udio Music", "Kling AI", "ChatGPT", "Midjourney"])
      await addTool(app, ada.user, newToolSchema.parse({ name }));
    app.integrations.news = [sourceOf("Good", () => [numberedArticle(1)])];
    const engine = answeringEngine(() => ({}));
    app.integrations.answers = engine;
    const work = quietWork();
    await fetchAllNews(app, work);
    expect(engine.asked).toHaveLength(2);
    expect(engine.asked.map(({ input }) => input).join("")).not.toContain("Claude");
    expect(work.failed).toEqual(["AI provider"]);
  });

  test("is a job that anyone can start, and all join the same run", async () => {
    const room = await newsroom();
    const { promise: released, resolve: release } = Promise.withResolvers<FoundArticle[]>();
    room.app.integrations.news = [{ name: "Slow", findArticles: () => released }];
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => room.call(room.ada, "POST", "/api/news/update-all")),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(replies[0]?.body.message).toBe("News update has been triggered");
    expect(new Set(replies.map(({ body }) => body.jobId)).size).toBe(1);
    release([numberedArticle(1)]);
    await expect.poll(async () => (await room.list()).length).toBe(1);
  });
});

test("continues with other tools' sites when one fails", async () => {
  const room = await newsroom();
  const { app, ada } = room;
  for (const fields of [
    { name: "Midjourney", url: "https://midjourney.example" },
    { name: "Suno", url: "https://suno.example" },
    { name: "A tool without a site" },
  ]) {
    await addTool(app, ada.user, newToolSchema.parse(fields));
  }
  const asked: string[] = [];
  app.integrations.news = [
    {
      name: "The tool's own site",
      isPerTool: true,
      findArticles: ({ name }) => {
        asked.push(name);
        return Promise.reject(retryInAnHour());
      },
    },
  ];
  const work = quietWork();
  await fetchAllNews(app, work);
  expect(asked.toSorted()).toEqual(["Midjourney", "Suno"]);
  expect(work.failed.toSorted()).toEqual(["The tool's own site (Midjourney)", "The tool's own site (Suno)"]);
});

test("the number of job starts is limited", async () => {
  const { app, call, ada } = await newsroom({ RATE_LIMITS: "on" });
  const start = async () => {
    const reply = await call(ada, "POST", "/api/news/update-all");
    await (
      await app.jobs.start("news.fetch", "schedule")
    ).ended;
    return reply.status;
  };
  const statuses: number[] = [];
  for (let i = 0; i < 21; i += 1) statuses.push(await start());
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
});

test("a source that requests a pause gets it", async () => {
  const room = await newsroom();
  const { app, grace } = room;
  let asked = 0;
  app.integrations.news = [
    sourceOf("Busy", () => {
      asked += 1;
      throw retryInAnHour();
    }),
  ];
  const nextTryAt = async () => {
    const { body } = await room.call(grace, "GET", "/trpc/sources.health");
    return body.result.data.find(({ source }: { source: string }) => source === "Busy").nextTryAt;
  };
  await fetchAllNews(app, quietWork());
  expect(await nextTryAt()).toBe("2026-11-21T11:00:00.000Z");
  app.advance(3_500_000);
  await fetchAllNews(app, quietWork());
  expect(asked).toBe(1);
  app.advance(101_000);
  await fetchAllNews(app, quietWork());
  expect(asked).toBe(2);
});

test("with real requests: the tool's own feed, Hacker News and a team feed, merged", async () => {
  const upstreams = await startUpstreams({
    stories: [
      {
        objectID: "1",
        title: "Claude on Hacker News",
        url: "https://hn.example/1",
        created_at: "2026-11-20T08:00:00Z",
      },
      { objectID: "2", title: "Claudette", url: "https://hn.example/2", created_at: "2026-11-20T08:00:00Z" },
    ],
    site: {
      "/": '<html><head><title>Claude</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>',
      "/feed.xml": rss("Claude's blog", [
        { title: "Claude grows up", url: "https://claude.example/up", summary: "<p>Claude &amp; co</p>" },
      ]),
      "/team.xml": rss("Team news", [
        { title: "All about Claude", url: "https://team.example/all" },
        { title: "Team Mate begins", url: "https://team.example/mate" },
      ]),
    },
  });
  try {
    const room = await newsroom(upstreams.environment);
    const { app, grace } = room;
    for (const { id } of await listFeeds(app)) await trpc(room, grace, "feeds.remove", { id });
    await trpc(room, grace, "feeds.add", { url: `${upstreams.site.origin}/team.xml` });
    await room.call(room.ada, "PUT", `/api/ai-tools/${room.claude.id}`, { url: upstreams.site.origin });
    const { body } = await room.call(room.ada, "POST", `/api/news/update/${room.claude.id}`);
    expect(body).toEqual({ message: "Found 3 new articles", added: 3, sourceErrors: [] });
    const articles = await room.list();
    expect(articles.map(({ title, source }) => `${title} (${source})`).toSorted()).toEqual([
      "All about Claude (Team news)",
      "Claude grows up (Claude's blog)",
      "Claude on Hacker News (Hacker News)",
    ]);
    const { body: health } = await room.call(grace, "GET", "/trpc/sources.health");
    const names = health.result.data.map(({ source }: { source: string }) => source);
    expect(names).toEqual(expect.arrayContaining(["The tool's own site", "Hacker News"]));
    expect(await getTool(app, room.claude.id)).toMatchObject({ url: upstreams.site.origin });
    // A tool added within the hour still finds articles of the team's feed, without another request.
    const team = await addTool(app, room.ada.user, newToolSchema.parse({ name: "Team Mate" }));
    expect(await fetchNewsForTool(app, room.ada.user, team)).toMatchObject({ added: 1, sourceErrors: [] });
    expect(upstreams.site.hits.filter(({ url }) => url.pathname === "/team.xml")).toHaveLength(1);
  } finally {
    await upstreams.close();
  }
});

test("with real requests: entries that share a link are separate articles, once each", async () => {
  const PAGE = "https://claude.example/news";
  const story = (title: string, id?: string) => ({
    title,
    url: PAGE,
    published: "2026-11-20T08:00:00Z",
    ...(id !== undefined && { id }),
  });
  const upstreams = await startUpstreams({
    site: {
      "/": '<html><head><title>Claude</title><link rel="alternate" type="application/rss+xml" href="/feed.xml"></head></html>',
      "/feed.xml": rss("News", [story("Claude paints")]),
    },
  });
  try {
    const room = await newsroom(upstreams.environment);
    const { app, grace } = room;
    for (const { id } of await listFeeds(app)) await trpc(room, grace, "feeds.remove", { id });
    await room.call(room.ada, "PUT", `/api/ai-tools/${room.claude.id}`, { url: upstreams.site.origin });
    const fetchedAgain = async (...stories: ReturnType<typeof story>[]) => {
      upstreams.site.paths["/feed.xml"] = rss("News", stories);
      app.advance(2 * 3_600_000);
      return (await room.call(room.ada, "POST", `/api/news/update/${room.claude.id}`)).body.added;
    };
    expect(await fetchedAgain(story("Claude paints"))).toBe(1);
    expect(await fetchedAgain(story("Claude swims"), story("Claude paints"))).toBe(1);
    expect(
      await fetchedAgain(story("Claude sings", "3"), story("Claude swims", "2"), story("Claude paints", "1")),
    ).toBe(1);
    expect(
      await fetchedAgain(
        story("Claude sings loudly", "3"),
        story("Claude swims", "2"),
        story("Claude paints", "1"),
      ),
    ).toBe(0);
    const articles = await room.list();
    const all = articles.flatMap(({ title, url, alsoIn }) => [
      [title, url],
      ...alsoIn.map((other) => [title, other.url]),
    ]);
    expect(all).toHaveLength(3);
    expect(new Set(all.map(([, url]) => url)).size).toBe(3);
    for (const [, url] of all) expect(url?.startsWith(PAGE)).toBe(true);
  } finally {
    await upstreams.close();
  }
});

test("articles about many tools are stored in batches, for any number of tools", async () => {
  const { app, ada } = await newsroom();
  const names = Array.from({ length: 120 }, (_, index) => `Harpoon${index}`);
  for (const name of names) await addTool(app, ada.user, newToolSchema.parse({ name, company: "Sea Tools" }));
  const tools = await listAllTools(app);
  const found = names.map((name, index) =>
    buildFoundArticle({
      title: `${name} goes to sea`,
      url: `https://news.example/${index}`,
      content: "waves ".repeat(800),
    }),
  );
  const transactions = vi.spyOn(app.db, "transaction");
  expect(await storeNews(app, tools, found)).toBe(120);
  expect(transactions).toHaveBeenCalledTimes(10);
  expect(await storeNews(app, tools, found)).toBe(0);
  expect(transactions).toHaveBeenCalledTimes(10);
});

test("requests the latest articles of a popular tool, oldest first", async () => {
  const { app, ada } = await newsroom();
  const tool = await addTool(app, ada.user, newToolSchema.parse({ name: "Harpoon", company: "Sea Tools" }));
  const first = Date.UTC(2026, 0, 1);
  const timeOf = (minute: number) => new Date(first + minute * 60_000).toISOString();
  const found = Array.from({ length: 600 }, (_, minute) =>
    buildFoundArticle({
      title: `Harpoon catches number ${minute}`,
      url: `https://news.example/${minute}`,
      publishedAt: timeOf(minute),
    }),
  );
  expect(await storeNews(app, [tool], found)).toBe(600);
  const span = { toolId: tool.id, from: timeOf(0), to: timeOf(600) };
  const known = await listKnownArticles(app.db, [span]);
  expect(known).toHaveLength(500);
  expect(known[0]?.title).toBe("Harpoon catches number 100");
  expect(known.at(-1)?.title).toBe("Harpoon catches number 599");
});
