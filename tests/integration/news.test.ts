import { describe, expect, test } from "vitest";

import { listFeeds } from "#server/features/news/feeds.service.ts";
import { fetchAllNews, fetchNewsForTool } from "#server/features/news/news-fetch.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { addTool, getTool, removeTool } from "#server/features/tools/tools.service.ts";
import { OutboundFault } from "#server/integrations/http-client.ts";
import type { FoundArticle, NewsSource } from "#server/integrations/news-source.ts";
import { SourceFault } from "#server/integrations/source-fault.ts";
import type { Article } from "#shared/news.ts";
import { newToolSchema, type Tool } from "#shared/tools.ts";
import { answeringEngine, buildFoundArticle, quietWork } from "#tests/support/found.ts";
import { buildPerson, type Person } from "#tests/support/people.ts";
import { type Reply, restClient } from "#tests/support/rest-client.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";
import { rss } from "#tests/support/upstreams/feed-documents.ts";

interface Newsroom {
  app: TestApp;
  origin: string;
  ada: Person;
  grace: Person;
  claude: Tool;
  call(person: Person, method: string, path: string, body?: unknown): Promise<Reply>;
  list(query?: string): Promise<Article[]>;
  /** Stores articles as if a source had found them for Claude. */
  publish(...articles: FoundArticle[]): Promise<number>;
}

async function newsroom(environment: Record<string, string> = {}): Promise<Newsroom> {
  const { app, origin } = await testServer(environment);
  const ada = await buildPerson(app, "ada");
  const grace = await buildPerson(app, "grace", "admin");
  const claude = await addTool(app, ada.user, newToolSchema.parse({ name: "Claude", company: "Anthropic" }));
  const call: Newsroom["call"] = ({ cookie }, method, path, body) =>
    restClient(origin).call(method, path, body, { cookie, "content-type": "application/json" });
  return {
    app,
    origin,
    ada,
    grace,
    claude,
    call,
    list: async (query = "") => (await call(ada, "GET", `/api/news${query}`)).body,
    publish: (...articles) => storeNews(app, [claude], articles),
  };
}

const trpc = async ({ call }: Newsroom, person: Person, procedure: string, input?: unknown) =>
  (await call(person, "POST", `/trpc/${procedure}`, input)).body;

const query = async ({ call, ada }: Newsroom, input: unknown) =>
  (await call(ada, "GET", `/trpc/news.list?input=${encodeURIComponent(JSON.stringify(input))}`)).body.result
    .data;

const numbered = (number: number): FoundArticle =>
  buildFoundArticle({
    title: `Claude wins prize number ${number}`,
    url: `https://news.example/${number}`,
    publishedAt: new Date(Date.UTC(2026, 9, 1, number)).toISOString(),
  });

const sourceOf = (name: string, found: () => FoundArticle[]): NewsSource => ({
  name,
  about: () => Promise.resolve().then(found),
});

const unreachable = () => {
  throw new OutboundFault("unreachable", "detail");
};

/** What fails when a source says that it may be asked again in an hour. */
const askingForPatience = () =>
  new OutboundFault("status", "x", { status: 429, retryAfterMs: 3_600_000, body: "" });

describe("the list", () => {
  test("shows articles with their tool, newest first", async () => {
    const room = await newsroom();
    expect(await room.publish(numbered(1), numbered(3), numbered(2))).toBe(3);
    const articles = await room.list();
    expect(articles.map(({ url }) => url)).toEqual(
      [3, 2, 1].map((number) => `https://news.example/${number}`),
    );
    expect(articles[0]).toEqual({
      id: expect.any(String),
      title: "Claude wins prize number 3",
      content: "It knits. Day and night.",
      excerpt: "It knits.",
      url: "https://news.example/3",
      imageUrl: null,
      source: "The Example",
      publishedAt: "2026-10-01T03:00:00.000Z",
      toolId: room.claude.id,
      toolName: "Claude",
      createdAt: room.app.now().toISOString(),
      tool: { name: "Claude", company: "Anthropic" },
      alsoIn: [],
      isRead: false,
      isStarred: false,
    });
  });

  test("is searched by title, content, tool name and company, and filtered by tool", async () => {
    const room = await newsroom();
    const gemini = await addTool(
      room.app,
      room.ada.user,
      newToolSchema.parse({ name: "Gemini", company: "Google" }),
    );
    await room.publish(buildFoundArticle({ content: "With 100% wool_yarn" }));
    await storeNews(
      room.app,
      [gemini],
      [
        buildFoundArticle({
          title: "Gemini of Google sails",
          url: "https://news.example/sails",
          content: "At sea",
        }),
      ],
    );
    const titles = async (search: string) =>
      (await query(room, { search })).items.map(({ title }: Article) => title);
    expect(await titles("KNIT")).toEqual(["Claude learns to knit"]);
    expect(await titles("0% wool_")).toEqual(["Claude learns to knit"]);
    expect(await titles("0%_wool")).toEqual([]);
    expect(await titles("anthropic")).toEqual(["Claude learns to knit"]);
    expect(await titles("gemini")).toEqual(["Gemini of Google sails"]);
    const { items, matching, total } = await query(room, { toolId: gemini.id });
    expect([items.length, matching, total]).toEqual([1, 1, 2]);
  });

  test("comes page by page without losing or repeating any", async () => {
    const room = await newsroom();
    await room.publish(...Array.from({ length: 7 }, (_, index) => numbered(index)));
    const seen: string[] = [];
    let path: string | undefined = "/api/news?limit=3";
    while (path !== undefined) {
      const reply: Reply = await room.call(room.ada, "GET", path);
      seen.push(...reply.body.map(({ url }: Article) => url));
      path = /<([^>]+)>/u.exec(reply.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual((await room.list()).map(({ url }) => url));
  });

  test("shows one story of several sources once, and where else it stands", async () => {
    const room = await newsroom();
    const title = "Anthropic gives Claude a longer memory";
    await room.publish(buildFoundArticle({ title, url: "https://one.example/a", source: "One" }));
    await room.publish(
      buildFoundArticle({
        title: `${title} - Two Times`,
        url: "https://two.example/b",
        source: "Two",
        publishedAt: "2026-11-20T12:00:00.000Z",
      }),
      buildFoundArticle({
        title: "Anthropic gives Claude a much longer memory",
        url: "https://three.example/c",
        source: "Three",
        publishedAt: "2026-11-21T09:00:00.000Z",
      }),
      buildFoundArticle({ title, url: "https://four.example/d", publishedAt: "2026-10-01T00:00:00.000Z" }),
    );
    const articles = await room.list();
    expect(articles.map(({ url }) => url)).toEqual(["https://one.example/a", "https://four.example/d"]);
    expect(articles[0]?.alsoIn).toEqual([
      { source: "Two", url: "https://two.example/b" },
      { source: "Three", url: "https://three.example/c" },
    ]);
  });

  test("keeps fifty thousand articles quick", async () => {
    const room = await newsroom();
    const { app, claude } = room;
    const rows = Array.from({ length: 50_000 }, (_, index) => ({
      id: `article-${index}`,
      title: `Claude ${index}`,
      content: "Some text of some length. ".repeat(10),
      excerpt: null,
      url: `https://news.example/${index}`,
      imageUrl: null,
      source: "One",
      publishedAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
      toolId: claude.id,
      toolName: "Claude",
      storyKey: `story ${index >> 1}`,
      createdAt: app.now().toISOString(),
    }));
    for (let start = 0; start < rows.length; start += 2000) {
      await app.db
        .insertInto("news_articles")
        .values(rows.slice(start, start + 2000))
        .execute();
    }
    const { items, matching } = await query(room, { limit: 50, search: "claude 4" });
    expect([items.length, matching]).toEqual([50, 5556]);
  }, 60_000);
});

describe("marks", () => {
  test("of reading and starring are a person's own", async () => {
    const room = await newsroom();
    await room.publish(numbered(1), numbered(2));
    const [newest] = await room.list();
    await trpc(room, room.ada, "news.mark", { id: newest?.id, isRead: true });
    const marked = await trpc(room, room.ada, "news.mark", { id: newest?.id, isStarred: true });
    expect(marked.result.data).toMatchObject({ isRead: true, isStarred: true });
    expect((await query(room, { show: "unread" })).items).toHaveLength(1);
    expect((await query(room, { show: "starred" })).items).toHaveLength(1);
    const { body } = await room.call(room.grace, "GET", "/api/news");
    expect(body.map(({ isRead }: Article) => isRead)).toEqual([false, false]);
  });

  test("of all as read leave the stars", async () => {
    const room = await newsroom();
    await room.publish(numbered(1), numbered(2));
    const [newest] = await room.list();
    await trpc(room, room.ada, "news.mark", { id: newest?.id, isStarred: true });
    await trpc(room, room.ada, "news.markAllRead");
    await room.publish(numbered(3));
    expect((await room.list()).map(({ isRead, isStarred }) => [isRead, isStarred])).toEqual([
      [false, false],
      [true, true],
      [true, false],
    ]);
  });

  test("of an unknown article are refused", async () => {
    const room = await newsroom();
    expect((await trpc(room, room.ada, "news.mark", { id: "none" })).error.data.httpStatus).toBe(404);
  });
});

describe("what is stored", () => {
  test("names the tool, and each address once however often it is found", async () => {
    const room = await newsroom();
    expect(
      await room.publish(numbered(1), buildFoundArticle({ title: "Rain", excerpt: "", content: "Rain" })),
    ).toBe(1);
    const again = { ...numbered(1), url: "https://news.example/1?utm_source=feed#top" };
    expect(await room.publish(again, again)).toBe(0);
    expect(await room.list()).toHaveLength(1);
  });

  test("is clean, whatever a source sends", async () => {
    const room = await newsroom();
    const added = await room.publish(
      buildFoundArticle({ title: "Claude 1", url: "javascript:alert(1)" }),
      buildFoundArticle({ title: "Claude 2", url: "data:text/html,x" }),
      buildFoundArticle({ title: "Claude 3", url: "https://user:pass@news.example/" }),
      buildFoundArticle({ title: "  ", content: "Claude" }),
      buildFoundArticle({
        title: `<b onclick=x>Claude</b> <script>alert(1)</script>${"long ".repeat(200_000)}`,
        url: "https://news.example/long",
        excerpt: "<img src=x onerror=alert(1)>Hello",
        content: "<p>One</p><p>Two</p>",
        imageUrl: "javascript:alert(2)",
        source: "<i>Me</i>",
        publishedAt: "9999-01-01T00:00:00.000Z",
      }),
      buildFoundArticle({ title: "Claude undated", url: "https://news.example/undated", publishedAt: null }),
      buildFoundArticle({ title: "Claude odd", url: "https://news.example/odd", publishedAt: "yesterday" }),
    );
    expect(added).toBe(3);
    const [long, ...others] = await room.list();
    expect(long).toMatchObject({
      excerpt: "Hello",
      content: "One\n\nTwo",
      imageUrl: null,
      source: "Me",
      publishedAt: "2026-11-22T10:00:00.000Z",
    });
    expect(long?.title).toMatch(/^Claude long long/u);
    expect(long?.title.length).toBeLessThanOrEqual(300);
    for (const { publishedAt } of others) expect(publishedAt).toBe(room.app.now().toISOString());
  });

  test("goes with its tool, and is not stored for one that is gone meanwhile", async () => {
    const room = await newsroom();
    await room.publish(numbered(1));
    await removeTool(room.app, { id: room.claude.id });
    expect(await room.list()).toEqual([]);
    expect(await room.publish(numbered(2))).toBe(0);
  });
});

describe("looking for news of one tool", () => {
  const fetchNews = (room: Newsroom) => room.call(room.ada, "POST", `/api/news/update/${room.claude.id}`);

  test("merges all sources, and those that fail are named", async () => {
    const room = await newsroom();
    room.app.integrations.news = [
      sourceOf("Good", () => [numbered(1), numbered(2)]),
      sourceOf("Bad", unreachable),
      sourceOf("Other", () => [numbered(2), numbered(3)]),
    ];
    const { status, body } = await fetchNews(room);
    expect(status).toBe(200);
    expect(body).toEqual({
      message: "Found 3 new articles",
      added: 3,
      faults: [{ source: "Bad", message: "The address could not be reached" }],
    });
    room.app.advance(120_000);
    expect((await fetchNews(room)).body).toMatchObject({ message: "No new articles were found", added: 0 });
  });

  test("takes what the provider's search really found, within the person's limit", async () => {
    const room = await newsroom({ AI_DAILY_LIMIT_PER_USER: "1" });
    room.app.integrations.answers = answeringEngine(() => ({
      text: "Claude wins the lottery https://invented.example",
      sources: [
        { url: "https://found.example/x?utm_source=ai", title: "Claude found", date: "2026-11-19" },
        { url: "https://found.example/y", title: "Something else", date: null },
      ],
    }));
    expect((await fetchNews(room)).body).toMatchObject({ added: 1, faults: [] });
    const [article] = await room.list();
    expect(article).toMatchObject({
      url: "https://found.example/x",
      source: "found.example",
      publishedAt: "2026-11-19T00:00:00.000Z",
    });
    expect((await fetchNews(room)).body.faults).toEqual([
      { source: "AI provider", message: "AI limit reached, try again tomorrow" },
    ]);
  });

  test("is done once for all who ask at the same time", async () => {
    const room = await newsroom();
    let asked = 0;
    room.app.integrations.news = [
      {
        name: "Slow",
        about: async () => {
          asked += 1;
          await new Promise((resolve) => setTimeout(resolve, 100));
          return [numbered(1)];
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

describe("looking for all news", () => {
  const feedNews = (room: Newsroom, articles: FoundArticle[]) => {
    room.app.integrations.teamFeed = () => Promise.resolve({ title: "Feed", articles, movedTo: null });
  };

  test("matches the articles of the feeds to the tools that they name", async () => {
    const room = await newsroom();
    const { app, ada, claude } = room;
    const gemini = await addTool(app, ada.user, newToolSchema.parse({ name: "Gemini", company: "Google" }));
    feedNews(room, [
      numbered(1),
      buildFoundArticle({ title: "Claude beats Google's Gemini", url: "https://news.example/both" }),
      buildFoundArticle({ title: "Gemini season begins", content: "Stars", excerpt: "" }),
    ]);
    const work = quietWork();
    expect(await fetchAllNews(app, work)).toEqual({ tools: 2, feeds: 13, added: 3 });
    const toolIds = (await room.list()).map(({ toolId }) => toolId).toSorted();
    expect(toolIds).toEqual([claude.id, claude.id, gemini.id].toSorted());
    expect(work.faults).toEqual([]);
  });

  test("goes on when a source fails, and names it once", async () => {
    const room = await newsroom();
    const { app, ada } = room;
    await addTool(app, ada.user, newToolSchema.parse({ name: "Midjourney" }));
    app.integrations.news = [sourceOf("Bad", unreachable), sourceOf("Good", () => [numbered(1)])];
    app.integrations.teamFeed = () => Promise.reject(new SourceFault("It is broken"));
    const work = quietWork();
    expect(await fetchAllNews(app, work)).toMatchObject({ added: 1 });
    expect(work.faults.filter((source) => source === "Bad")).toHaveLength(1);
    expect(work.faults).toHaveLength(14);
  });

  test("pays for a search only where nobody else has news, and leaves half of the day to people", async () => {
    const room = await newsroom({ AI_DAILY_LIMIT: "4" });
    const { app, ada } = room;
    for (const name of ["Udio Music", "Kling AI", "ChatGPT", "Midjourney"])
      await addTool(app, ada.user, newToolSchema.parse({ name }));
    app.integrations.news = [sourceOf("Good", () => [numbered(1)])];
    const engine = answeringEngine(() => ({}));
    app.integrations.answers = engine;
    const work = quietWork();
    await fetchAllNews(app, work);
    expect(engine.asked).toHaveLength(2);
    expect(engine.asked.map(({ input }) => input).join("")).not.toContain("Claude");
    expect(work.faults).toEqual(["AI provider"]);
  });

  test("is a job that anybody may start, and all join the same run", async () => {
    const room = await newsroom();
    const { promise: released, resolve: release } = Promise.withResolvers<FoundArticle[]>();
    room.app.integrations.news = [{ name: "Slow", about: () => released }];
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => room.call(room.ada, "POST", "/api/news/update-all")),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
    expect(replies[0]?.body.message).toBe("News update has been triggered");
    expect(new Set(replies.map(({ body }) => body.jobId)).size).toBe(1);
    release([numbered(1)]);
    await expect.poll(async () => (await room.list()).length).toBe(1);
  });

  test("moves a feed that has moved, and leaves one that has ended alone", async () => {
    const room = await newsroom();
    const { app } = room;
    const [moving, ending] = await listFeeds(app);
    const asked: string[] = [];
    app.integrations.teamFeed = (url) => {
      asked.push(url);
      if (url === ending?.url)
        return Promise.reject(new SourceFault("This feed has ended", { isGone: true }));
      const movedTo = url === moving?.url ? "https://moved.example/feed" : null;
      return Promise.resolve({ title: "Feed", articles: [], movedTo });
    };
    await fetchAllNews(app, quietWork());
    expect((await listFeeds(app)).map(({ url }) => url)).toContain("https://moved.example/feed");
    app.advance(24 * 3_600_000);
    asked.length = 0;
    await fetchAllNews(app, quietWork());
    expect(asked).not.toContain(ending?.url);
    expect(asked).toHaveLength(12);
    const { body } = await room.call(room.grace, "GET", "/trpc/sources.health");
    expect(body.result.data).toContainEqual(
      expect.objectContaining({ source: ending?.url, lastError: "This feed has ended", lastSuccessAt: null }),
    );
  });
});

test("a tool's own site that fails does not keep those of others from being asked", async () => {
  const room = await newsroom();
  const { app, ada } = room;
  await addTool(app, ada.user, newToolSchema.parse({ name: "Midjourney" }));
  const asked: string[] = [];
  app.integrations.news = [
    {
      name: "The tool's own site",
      isPerTool: true,
      about: ({ name }) => {
        asked.push(name);
        return Promise.reject(askingForPatience());
      },
    },
  ];
  const work = quietWork();
  await fetchAllNews(app, work);
  expect(asked.toSorted()).toEqual(["Claude", "Midjourney"]);
  expect(work.faults.toSorted()).toEqual([
    "The tool's own site (Claude)",
    "The tool's own site (Midjourney)",
  ]);
});

test("nobody starts jobs without end", async () => {
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

test("a source that asks for patience is left alone as long as it asked for", async () => {
  const room = await newsroom();
  const { app, grace } = room;
  let asked = 0;
  app.integrations.news = [
    sourceOf("Busy", () => {
      asked += 1;
      throw askingForPatience();
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

describe("the team's feeds", () => {
  test("that ask for patience are left alone as long as they asked for", async () => {
    const { app } = await newsroom();
    let asked = 0;
    app.integrations.teamFeed = () => {
      asked += 1;
      return Promise.reject(askingForPatience());
    };
    await fetchAllNews(app, quietWork());
    app.advance(3_500_000);
    await fetchAllNews(app, quietWork());
    expect(asked).toBe(13);
    app.advance(101_000);
    await fetchAllNews(app, quietWork());
    expect(asked).toBe(26);
  });

  test("are those of the product at first, and the admin's from then on", async () => {
    const room = await newsroom();
    const { app, grace } = room;
    const first = await listFeeds(app);
    expect(first.length).toBeGreaterThan(10);
    for (const { id } of first) await trpc(room, grace, "feeds.remove", { id });
    expect(await listFeeds(app)).toEqual([]);
    const added = await trpc(room, grace, "feeds.add", { url: "https://news.example/feed.xml" });
    expect(added.result.data).toMatchObject({ url: "https://news.example/feed.xml", title: "A feed" });
    const again = await trpc(room, grace, "feeds.add", { url: "https://news.example/feed.xml" });
    expect(again.error.data.httpStatus).toBe(409);
    expect((await trpc(room, grace, "feeds.restoreStarter")).result.data).toEqual({
      added: first.length,
      known: 0,
      rejected: 0,
    });
  });

  test("go out as OPML and come back in", async () => {
    const room = await newsroom();
    const { app, grace } = room;
    const { body } = await room.call(grace, "GET", "/trpc/feeds.exportOpml");
    const { content, fileName } = body.result.data;
    expect(fileName).toBe("news-feeds.opml");
    const before = await listFeeds(app);
    for (const { id } of before) await trpc(room, grace, "feeds.remove", { id });
    const added = await trpc(room, grace, "feeds.importOpml", { opml: content });
    expect(added.result.data).toEqual({ added: before.length, known: 0, rejected: 0 });
    const addresses = (feeds: { url: string; title: string }[]) =>
      feeds.map(({ url, title }) => [url, title]);
    expect(addresses(await listFeeds(app))).toEqual(addresses(before));
    const bad = '<opml version="2.0"><body><outline xmlUrl="javascript:alert(1)"/></body></opml>';
    expect((await trpc(room, grace, "feeds.importOpml", { opml: bad })).result.data.rejected).toBe(1);
    expect((await trpc(room, grace, "feeds.importOpml", { opml: "no" })).error.data.httpStatus).toBe(400);
  });

  test("take no address that holds no feed", async () => {
    const room = await newsroom();
    room.app.integrations.teamFeed = () => Promise.reject(new SourceFault("This is no feed"));
    const refused = await trpc(room, room.grace, "feeds.add", { url: "https://news.example/" });
    expect(refused.error.data.httpStatus).toBe(502);
    const { error } = await trpc(room, room.grace, "feeds.add", { url: "javascript:alert(1)" });
    expect(error.data.httpStatus).toBe(400);
  });
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
      "/team.xml": rss("Team news", [{ title: "All about Claude", url: "https://team.example/all" }]),
    },
  });
  try {
    const room = await newsroom(upstreams.environment);
    const { app, grace } = room;
    for (const { id } of await listFeeds(app)) await trpc(room, grace, "feeds.remove", { id });
    await trpc(room, grace, "feeds.add", { url: `${upstreams.site.origin}/team.xml` });
    await room.call(room.ada, "PUT", `/api/ai-tools/${room.claude.id}`, { url: upstreams.site.origin });
    const { body } = await room.call(room.ada, "POST", `/api/news/update/${room.claude.id}`);
    expect(body).toEqual({ message: "Found 3 new articles", added: 3, faults: [] });
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
  } finally {
    await upstreams.close();
  }
});
