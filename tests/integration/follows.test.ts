import { parseAtomFeed, parseJsonFeed } from "feedsmith";
import { describe, expect, test } from "vitest";

import { addComment, removeComment } from "#server/features/comments/comments.service.ts";
import { setArticleFlags, queryNews } from "#server/features/news/news.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { setPaperFlags, queryPapers } from "#server/features/papers/papers.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading, editReading, removeReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import { pageOfView, followedViewSchema, titleOfView } from "#shared/follows.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import { follow, readAsFeed, titlesOf } from "#tests/support/following.ts";
import { buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { newsroom, numberedArticle } from "#tests/support/newsroom.ts";

const MINUTE = 60_000;
const reading = (fields: object) => newReadingSchema.parse({ author: "Ada", ...fields });
const fetchText = async (url: string, headers = {}) => {
  const response = await fetch(url, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

describe("a followed view", () => {
  test("is valid Atom and JSON Feed for feed readers, including StackLoop", async () => {
    const { app, ada, publish } = await newsroom();
    await publish(numberedArticle(1), numberedArticle(3), numberedArticle(2));
    const { atomUrl, jsonUrl } = await follow(app, ada, "news");
    const atom = await fetchText(atomUrl);
    expect(atom.headers.get("content-type")).toBe("application/atom+xml; charset=utf-8");
    const feed = parseAtomFeed(atom.text);
    const [first] = await queryNews(app, ada.user, { limit: 1 }).then(({ items }) => items);
    expect(feed).toMatchObject({
      id: expect.stringMatching(/^urn:uuid:[\da-f-]{36}$/u),
      title: { value: "All news · StackLoop" },
      authors: [{ name: "StackLoop" }],
      updated: app.now().toISOString(),
      links: [
        { rel: "self", href: atomUrl },
        { rel: "alternate", href: `${app.publicUrl}/news` },
      ],
    });
    expect(feed.entries).toHaveLength(3);
    expect(feed.entries?.[0]).toMatchObject({
      id: `urn:uuid:${first?.id}`,
      title: { value: "Claude wins prize number 3", type: "text" },
      links: [{ rel: "alternate", href: "https://news.example/3" }],
      published: "2026-10-01T03:00:00.000Z",
      updated: app.now().toISOString(),
      authors: [{ name: "The Example" }],
      categories: [{ term: "Claude" }],
      content: {
        type: "html",
        value: `<p>It knits.</p>\n<p><a href="${app.publicUrl}/news?article=${first?.id}">Open in StackLoop</a></p>`,
      },
    });

    const json = await fetchText(jsonUrl);
    expect(json.headers.get("content-type")).toBe("application/feed+json; charset=utf-8");
    expect(JSON.parse(json.text)).toMatchObject({
      version: "https://jsonfeed.org/version/1.1",
      title: "All news · StackLoop",
      home_page_url: `${app.publicUrl}/news`,
      feed_url: jsonUrl,
    });
    expect(parseJsonFeed(JSON.parse(json.text)).items?.[0]).toMatchObject({
      id: `urn:uuid:${first?.id}`,
      url: "https://news.example/3",
      title: "Claude wins prize number 3",
      content_html: expect.stringContaining("<p>It knits.</p>"),
      date_published: "2026-10-01T03:00:00.000Z",
      authors: [{ name: "The Example" }],
      tags: ["Claude"],
    });

    for (const url of [atomUrl, jsonUrl]) {
      const { items, reading: report, siteUrl } = await readAsFeed(app, url);
      expect(items.map(({ link }) => link)).toEqual(
        [3, 2, 1].map((number) => `https://news.example/${number}`),
      );
      expect([report.issues, report.notes, siteUrl]).toEqual([[], [], `${app.publicUrl}/news`]);
      expect(items[0]).toMatchObject({ publishedAt: "2026-10-01T03:00:00.000Z", source: null });
    }
  });

  test("is a valid feed when empty", async () => {
    const { app, ada } = await newsroom();
    const { atomUrl, jsonUrl, createdAt } = await follow(app, ada, "papers");
    expect(parseAtomFeed((await fetchText(atomUrl)).text)).toMatchObject({ updated: createdAt });
    expect(JSON.parse((await fetchText(jsonUrl)).text)).toMatchObject({ items: [] });
  });

  test("contains the newest fifty", async () => {
    const { app, ada, publish } = await newsroom();
    await publish(...Array.from({ length: 60 }, (_, index) => numberedArticle(index + 1)));
    const titles = await titlesOf(app, await follow(app, ada, "news"));
    expect([titles.length, titles[0], titles.at(-1)]).toEqual([
      50,
      "Claude wins prize number 60",
      "Claude wins prize number 11",
    ]);
  });

  test("is returned as 304 while unchanged, by its ETag or date", async () => {
    const { app, ada, publish } = await newsroom();
    await publish(numberedArticle(1));
    const { atomUrl } = await follow(app, ada, "news");
    const first = await fetchText(atomUrl);
    const known = {
      etag: { "if-none-match": first.headers.get("etag") ?? "" },
      date: { "if-modified-since": first.headers.get("last-modified") ?? "" },
    };
    app.advance(MINUTE);
    for (const condition of [known.etag, known.date]) {
      expect(await fetchText(atomUrl, condition)).toMatchObject({ status: 304, text: "" });
    }
    await publish(numberedArticle(2));
    app.advance(MINUTE);
    for (const condition of [known.etag, known.date, { ...known.etag, ...known.date }]) {
      expect((await fetchText(atomUrl, condition)).status).toBe(200);
    }
  });

  test("is built once a minute for any number of readers, and compressed on request", async () => {
    const { app, ada, publish } = await newsroom();
    await publish(numberedArticle(1));
    const { atomUrl } = await follow(app, ada, "news");
    const before = await fetchText(atomUrl);
    await publish(numberedArticle(2));
    const others = await Promise.all(Array.from({ length: 20 }, () => fetchText(atomUrl)));
    expect(new Set(others.map(({ text }) => text))).toEqual(new Set([before.text]));
    app.advance(MINUTE);
    const response = await fetch(atomUrl, { headers: { "accept-encoding": "gzip" } });
    expect(response.headers.get("content-encoding")).toBe("gzip");
    expect(await response.text()).toContain("prize number 2");
    const head = await fetch(atomUrl, { method: "HEAD", headers: { "accept-encoding": "identity" } });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    expect(Number(head.headers.get("content-length"))).toBeGreaterThan(1000);
  });

  test("preserves the ids of entries, shows edit times, and drops deleted ones", async () => {
    const { app, ada } = await newsroom();
    const { id, revision } = await addReading(app, ada.user, reading({ title: "Middlemarch" }));
    await addReading(app, ada.user, reading({ title: "Emma" }));
    const { atomUrl } = await follow(app, ada, "readings");
    const entryOf = async () =>
      parseAtomFeed((await fetchText(atomUrl)).text).entries?.find((entry) => entry.id === `urn:uuid:${id}`);
    const before = await entryOf();
    app.advance(MINUTE);
    await editReading(app, ada.user, { id, revision, title: "Middlemarch, again" });
    expect(await entryOf()).toMatchObject({
      title: { value: "Middlemarch, again" },
      published: before?.published,
      updated: app.now().toISOString(),
    });
    expect(before?.updated).not.toBe(app.now().toISOString());
    app.advance(MINUTE);
    await removeReading(app, ada.user, { id });
    expect(await entryOf()).toBeUndefined();
  });
});

describe("each section can be followed", () => {
  test("news by tool, text, and the person's flags", async () => {
    const { app, ada, grace, claude, publish } = await newsroom();
    await publish(numberedArticle(1), numberedArticle(2), numberedArticle(3));
    const { items } = await queryNews(app, ada.user, {});
    await setArticleFlags(app, ada.user, { id: items[0]?.id ?? "", isRead: true });
    await setArticleFlags(app, ada.user, { id: items[1]?.id ?? "", isStarred: true });
    const of = async (filter: object, person = ada) =>
      (await titlesOf(app, await follow(app, person, "news", filter))).map((title) => title.at(-1));
    expect(await of({ toolId: claude.id, search: "number 2" })).toEqual(["2"]);
    expect(await of({ show: "unread" })).toEqual(["2", "1"]);
    expect(await of({ show: "starred" })).toEqual(["2"]);
    expect(await of({ show: "starred" }, grace)).toEqual([]);
    expect(await of({ show: "unread" }, grace)).toEqual(["3", "2", "1"]);
  });

  test("papers by category, words, days and flags, with formulas as text", async () => {
    const { app, ada } = await newsroom();
    app.integrations.papers = paperArchive([
      buildFoundPaper(1, { title: "Sorting in $O(n)$ \\emph{time}" }),
      buildFoundPaper(2, { title: "Whales", categories: ["cs.SD", "cs.AI"], abstract: "They sing." }),
      buildFoundPaper(3, { title: "Old", publishedAt: "2026-11-18T10:00:00.000Z" }),
    ]);
    await fetchLatestPapers(app, quietWork());
    const of = async (filter: object) => titlesOf(app, await follow(app, ada, "papers", filter));
    expect(await of({})).toEqual(["Sorting in O(n) time", "Whales", "Old"]);
    expect(await of({ category: "cs.SD" })).toEqual(["Whales"]);
    expect(await of({ search: "sing they" })).toEqual(["Whales"]);
    expect(await of({ from: "2026-11-18", to: "2026-11-18" })).toEqual(["Old"]);
    const { items } = await queryPapers(app, ada.user, { search: "whales" });
    await setPaperFlags(app, ada.user, { id: items[0]?.id ?? "", isHidden: true, isStarred: true });
    expect(await of({ show: "hidden" })).toEqual(["Whales"]);
    expect(await of({})).toEqual(["Sorting in O(n) time", "Old"]);
    const { jsonUrl } = await follow(app, ada, "papers", { show: "starred" });
    expect(JSON.parse((await fetchText(jsonUrl)).text).items[0]).toMatchObject({
      url: items[0]?.url,
      authors: [{ name: "Ada Lovelace" }, { name: "Alan Turing" }],
      tags: ["cs.SD", "cs.AI"],
      content_html: expect.stringContaining("<p>They sing.</p>"),
    });
  });

  test("readings by topic and text, with their notes and picture", async () => {
    const { app, ada } = await newsroom();
    await addReading(
      app,
      ada.user,
      reading({
        title: "Middlemarch",
        topic: "Novels",
        notes: "Slow at first.\nThen better.",
        imageUrl: "https://covers.example/1.jpg",
      }),
    );
    await addReading(app, ada.user, reading({ title: "Attention", topic: "Models" }));
    const { jsonUrl } = await follow(app, ada, "readings", { topic: "novels", search: "slow" });
    const { items } = JSON.parse((await fetchText(jsonUrl)).text);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      title: "Middlemarch",
      url: expect.stringMatching(/\/chapter-loop\?reading=/u),
      image: "https://covers.example/1.jpg",
      authors: [{ name: "Ada" }],
      content_html: expect.stringContaining("<p>Slow at first.<br>Then better.</p>"),
    });
  });

  test("tools and prompts by their filters, last updated first", async () => {
    const { app, ada } = await newsroom();
    app.advance(MINUTE);
    await addTool(
      app,
      ada.user,
      newToolSchema.parse({ name: "Whisper", modality: "audio", industry: "media" }),
    );
    await addPrompt(
      app,
      ada.user,
      newPromptSchema.parse({ name: "Guide", prompt: "Guide me", tags: ["Travel"] }),
    );
    await addPrompt(app, ada.user, newPromptSchema.parse({ name: "Chef", prompt: "Cook" }));
    expect(await titlesOf(app, await follow(app, ada, "tools"))).toEqual(["Whisper", "Claude"]);
    expect(
      await titlesOf(app, await follow(app, ada, "tools", { modality: "audio", industry: "media" })),
    ).toEqual(["Whisper"]);
    expect(await titlesOf(app, await follow(app, ada, "prompts", { tag: "travel" }))).toEqual(["Guide"]);
    app.advance(8 * 24 * 60 * MINUTE);
    expect(await titlesOf(app, await follow(app, ada, "tools", { isRecentOnly: true }))).toEqual([]);
  });

  test("a library of thousands, scanned for matches", async () => {
    const { app, ada } = await newsroom();
    await addReading(app, ada.user, reading({ title: "The needle" }));
    app.advance(MINUTE);
    for (let number = 0; number < 250; number += 1)
      await addReading(app, ada.user, reading({ title: `Straw ${number}` }));
    expect(await titlesOf(app, await follow(app, ada, "readings", { search: "needle" }))).toEqual([
      "The needle",
    ]);
  });

  test("a search, newest first, with all of its words and comments", async () => {
    const { app, ada, publish } = await newsroom();
    const { id } = await addReading(
      app,
      ada.user,
      reading({ title: "Whales that knit", notes: "Knit, knit, knit." }),
    );
    app.advance(MINUTE);
    await addComment(app, ada.user, { readingId: id, parentId: null, content: "Whales can knit indeed" });
    app.advance(MINUTE);
    await addPrompt(app, ada.user, newPromptSchema.parse({ name: "Whales", prompt: "Sing" }));
    await publish(numberedArticle(1));
    const of = async (search: string, kind: string | null = null) =>
      titlesOf(app, await follow(app, ada, "search", { search, kind }));
    expect(await of("knit whales")).toEqual(["Comment on Whales that knit", "Whales that knit"]);
    expect(await of("whales")).toEqual(["Whales", "Comment on Whales that knit", "Whales that knit"]);
    expect(await of("whales", "reading")).toEqual(["Whales that knit"]);
    expect(await of("whales -sing kind:prompt")).toEqual([]);
    expect(await of("whales unicorns")).toEqual([]);
    expect(await of("kind:comment by:ada")).toEqual(["Comment on Whales that knit"]);
  });

  test("a discussion, newest first, without deleted comments", async () => {
    const { app, ada, claude } = await newsroom();
    const ref = `tool:${claude.id}` as const;
    const postComment = (content: string, parentId: string | null = null) =>
      addComment(app, ada.user, { ref, content, parentId });
    const { id } = await postComment("Deleted");
    await postComment("Reply", id);
    await removeComment(app, ada.user, { id });
    const feed = await follow(app, ada, "discussion", { ref });
    expect([feed.title, feed.page]).toEqual(["Discussion of Claude", `/dashboard?tool=${claude.id}`]);
    expect(await titlesOf(app, feed)).toEqual(["Comment on Claude"]);
    expect((await fetchText(feed.jsonUrl)).text).toContain("Reply");
  });
});

describe("the list of follows", () => {
  test("shows the last read and its program, and can stop each", async () => {
    const room = await newsroom();
    const { app, ada, grace, claude, call } = room;
    const { status, body } = await call(ada, "POST", "/api/follows", {
      view: { section: "news", filter: { toolId: claude.id, show: "unread" } },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      section: "news",
      title: "News about Claude, unread only",
      page: `/news?tool=${claude.id}&show=unread`,
      createdAt: app.now().toISOString(),
      lastReadAt: null,
      lastReader: null,
      atomUrl: expect.stringMatching(/\/feeds\/slf_\w{49}\.atom$/u),
      jsonUrl: expect.stringMatching(/\/feeds\/slf_\w{49}\.json$/u),
    });
    const { atomUrl, jsonUrl, ...follows } = body;
    app.advance(MINUTE);
    await fetchText(atomUrl, { "user-agent": "NetNewsWire/6" });
    const list = async () => (await call(ada, "GET", "/api/follows")).body;
    await expect
      .poll(list)
      .toEqual([{ ...follows, lastReadAt: app.now().toISOString(), lastReader: "NetNewsWire/6" }]);
    const readAt = app.now().toISOString();
    app.advance(4 * MINUTE);
    await fetchText(jsonUrl, { "user-agent": "Other/1" });
    expect((await list())[0].lastReadAt).toBe(readAt);
    app.advance(MINUTE);
    await fetchText(jsonUrl, { "user-agent": "Other/1" });
    await expect.poll(async () => (await list())[0].lastReader).toBe("Other/1");

    expect((await call(grace, "GET", "/api/follows")).body).toEqual([]);
    expect((await call(grace, "DELETE", `/api/follows/${follows.id}`)).status).toBe(404);
    expect((await call(ada, "DELETE", `/api/follows/${follows.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await fetchText(atomUrl)).status).toBe(404);
  });

  test("is limited to a hundred valid views", async () => {
    const { app, ada, call } = await newsroom();
    for (let count = 0; count < 100; count += 1) await follow(app, ada, "news");
    const refused = await call(ada, "POST", "/api/follows", { view: { section: "news" } });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "You follow 100 views. Stop one under Account, Feeds first.",
    ]);
    for (const [view, status] of [
      [{ section: "activity" }, 400],
      [{ section: "discussion", filter: { ref: "tool:unknown" } }, 404],
      [{ section: "search", filter: { search: "  " } }, 400],
      [{ section: "papers", filter: { from: "yesterday" } }, 400],
      [{ section: "news", filter: { toolId: "nobody" } }, 404],
    ] as const) {
      expect([view, (await call(ada, "POST", "/api/follows", { view })).status]).toEqual([view, status]);
    }
  });

  test("of an older version announces its end in the feed", async () => {
    const { app, ada } = await newsroom();
    const feed = await follow(app, ada, "news");
    await app.db.updateTable("feed_tokens").set({ view: '{"show":"burning"}' }).execute();
    expect(await titlesOf(app, feed)).toEqual(["This feed has ended"]);
  });
});

test.each([
  [{ section: "tools" }, "/dashboard", "All tools"],
  [
    {
      section: "tools",
      filter: { search: "gpu", industry: "software-dev", modality: "text", isRecentOnly: true },
    },
    "/dashboard?q=gpu&industry=software-dev&modality=text&recent=1",
    "Text tools for Software Dev matching “gpu”, recent only",
  ],
  [
    { section: "news", filter: { toolId: "7", search: " a b ", show: "starred" } },
    "/news?q=a+b&tool=7&show=starred",
    "News about Whisper matching “a b”, starred only",
  ],
  [
    { section: "papers", filter: { category: "cs.AI", from: "2026-01-01", to: "2026-02-01", show: "new" } },
    "/arxiv?category=cs.AI&from=2026-01-01&to=2026-02-01&show=new",
    "Papers in cs.AI from 2026-01-01 to 2026-02-01, new since your last visit",
  ],
  [
    { section: "papers", filter: { from: "2026-01-01" } },
    "/arxiv?from=2026-01-01",
    "Papers since 2026-01-01",
  ],
  [{ section: "prompts", filter: { tag: "Travel" } }, "/prompts?tag=Travel", "Prompts tagged Travel"],
  [{ section: "readings", filter: { topic: "LLMs" } }, "/chapter-loop?topic=LLMs", "Readings on LLMs"],
  [{ section: "discussion", filter: { ref: "paper:7" } }, "/arxiv?paper=7", "Discussion of Whisper"],
  [
    { section: "search", filter: { search: "rag", kind: "paper" } },
    "/search?q=rag&kind=paper",
    "Papers matching “rag”",
  ],
])("%j is at %s and contains: %s", (given, page, title) => {
  const view = followedViewSchema.parse(given);
  expect([pageOfView(view), titleOfView(view, "Whisper")]).toEqual([page, title]);
});
