import { describe, expect, test } from "vitest";

import {
  addFeed,
  addFeeds,
  feedAddresses,
  listFeeds,
  removeFeed,
  seedStarterFeeds,
} from "#server/features/news/feeds.service.ts";
import { fetchAllNews } from "#server/features/news/news-fetch.service.ts";
import { SourceError } from "#server/outside/http/source-error.ts";
import { type FeedReading, MAX_FEEDS, type ReportedFeed } from "#shared/news/feeds.ts";
import { readOpml } from "#shared/news/opml.ts";
import { appInOtherProcess } from "#tests/support/app-in-other-process.ts";
import { buildTeamFeed, quietWork } from "#tests/support/found.ts";
import { retryInAnHour, newsroom, numberedArticle, trpc } from "#tests/support/newsroom.ts";

describe("the team's feeds", () => {
  test("are the bundled ones at first, and the admin's after a change", async () => {
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

  test("are stored in a database once, and reading them writes nothing", async () => {
    const { app } = await newsroom();
    const mark = await app.countWrites();
    const first = await listFeeds(app);
    expect([first.length > 10, await app.countWrites()]).toEqual([true, mark]);
    await app.db.deleteFrom("news_feeds").execute();
    // Reads the feeds again, as at the next start.
    await seedStarterFeeds(app);
    expect(await listFeeds(app)).toEqual([]);
  });

  test("are exported and imported as OPML", async () => {
    const room = await newsroom();
    const { app, grace } = room;
    const { body } = await room.call(grace, "GET", "/trpc/feeds.exportOpml");
    const { content, fileName } = body.result.data;
    expect(fileName).toBe("news-feeds.opml");
    const before = await listFeeds(app);
    for (const { id } of before) await trpc(room, grace, "feeds.remove", { id });
    const list = readOpml(content)?.feeds ?? [];
    const added = await trpc(room, grace, "feeds.addMany", { feeds: list });
    expect(added.result.data.feeds.map(({ outcome }: ReportedFeed) => outcome)).toEqual(
      before.map(() => "added"),
    );
    const addresses = (feeds: { url: string; title: string }[]) =>
      feeds.map(({ url, title }) => [url, title]);
    expect(addresses(await listFeeds(app))).toEqual(addresses(before));
  });

  test("never exceed the limit, even when added concurrently", async () => {
    const { app, ada } = await newsroom();
    const beside = await appInOtherProcess(app);
    await app.db.deleteFrom("news_feeds").execute();
    const nearlyAll = Array.from({ length: MAX_FEEDS - 1 }, (_, number) => ({
      title: "",
      url: `https://news.example/${number}`,
    }));
    await addFeeds(app, { feeds: nearlyAll });
    const reports = await Promise.all(
      Array.from({ length: 6 }, (_, number) =>
        addFeeds(number % 2 === 0 ? app : beside, {
          feeds: [{ title: "", url: `https://other.example/${number}` }],
        }),
      ),
    );
    const outcomes = reports.flatMap(({ feeds }) => feeds.map(({ outcome }) => outcome)).toSorted();
    expect(outcomes).toEqual(["added", ...Array.from({ length: 5 }, () => "refused")]);
    expect(await feedAddresses(app)).toHaveLength(MAX_FEEDS);

    const [last] = await listFeeds(app);
    await removeFeed(app, { id: last?.id ?? "" });
    app.integrations.teamFeed = () => Promise.resolve(buildTeamFeed());
    beside.integrations = app.integrations;
    const added = await Promise.allSettled(
      [app, beside, app, beside].map((each, number) =>
        addFeed(each, ada.user, { url: `https://third.example/${number}` }),
      ),
    );
    expect(added.map(({ status }) => status).toSorted()).toEqual([
      "fulfilled",
      "rejected",
      "rejected",
      "rejected",
    ]);
    expect(await feedAddresses(app)).toHaveLength(MAX_FEEDS);
  });

  test("refuse an address without a feed", async () => {
    const room = await newsroom();
    room.app.integrations.teamFeed = () => Promise.reject(new SourceError("This is no feed"));
    const refused = await trpc(room, room.grace, "feeds.add", { url: "https://news.example/" });
    expect(refused.error.data.httpStatus).toBe(502);
    const { error } = await trpc(room, room.grace, "feeds.add", { url: "javascript:alert(1)" });
    expect(error.data.httpStatus).toBe(400);
  });

  test("update the address of a moved feed, and leave an ended one unchanged", async () => {
    const room = await newsroom();
    const { app } = room;
    const [moving, ending] = await listFeeds(app);
    const asked: string[] = [];
    app.integrations.teamFeed = (url) => {
      asked.push(url);
      if (url === ending?.url)
        return Promise.reject(new SourceError("This feed no longer exists", { isGone: true }));
      const movedTo = url === moving?.url ? "https://moved.example/feed" : null;
      return Promise.resolve(buildTeamFeed({ movedTo }));
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
      expect.objectContaining({
        source: ending?.url,
        lastError: "This feed no longer exists",
        lastSuccessAt: null,
      }),
    );
  });

  test("with a requested pause are not fetched during it", async () => {
    const { app } = await newsroom();
    let asked = 0;
    app.integrations.teamFeed = () => {
      asked += 1;
      return Promise.reject(retryInAnHour());
    };
    await expect(fetchAllNews(app, quietWork())).rejects.toThrow("All 13 sources failed");
    app.advance(3_500_000);
    await expect(fetchAllNews(app, quietWork())).rejects.toThrow("All 13 sources failed");
    expect(asked).toBe(13);
    app.advance(101_000);
    await expect(fetchAllNews(app, quietWork())).rejects.toThrow("All 13 sources failed");
    expect(asked).toBe(26);
  });

  test("with a requested pause are not delayed longer by a clock that was set back", async () => {
    const { app } = await newsroom();
    let asked = 0;
    app.integrations.teamFeed = () => {
      asked += 1;
      return Promise.reject(retryInAnHour());
    };
    await expect(fetchAllNews(app, quietWork())).rejects.toThrow("All 13 sources failed");
    app.advance(-24 * 3_600_000);
    await expect(fetchAllNews(app, quietWork())).rejects.toThrow("All 13 sources failed");
    expect(asked).toBe(26);
  });
});

describe("a list of feeds", () => {
  const listed = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({
      title: `Feed ${from + index}`,
      url: `https://feeds.example/${from + index}.xml`,
    }));

  test("is imported in batches, each feed separately, with a report", async () => {
    const room = await newsroom();
    const { grace } = room;
    const feeds = [
      { title: "A &amp; <b>B</b>", url: "feed://one.example/rss" },
      { title: "", url: "feed:https://two.example/rss" },
      { title: "Again", url: "http://one.example/rss" },
      { title: "Bad", url: "javascript:alert(1)" },
    ];
    const report = await trpc(room, grace, "feeds.addMany", { feeds });
    expect(report.result.data.feeds).toEqual([
      { title: "A & B", url: "http://one.example/rss", outcome: "added", reason: null },
      { title: "", url: "https://two.example/rss", outcome: "added", reason: null },
      { title: "Again", url: "http://one.example/rss", outcome: "known", reason: null },
      { title: "Bad", url: "javascript:alert(1)", outcome: "refused", reason: "This isn't a web address" },
    ]);
    expect((await listFeeds(room.app)).map(({ title }) => title)).toContain("two.example");
    const tooMany = await trpc(room, grace, "feeds.addMany", { feeds: listed(101) });
    expect(tooMany.error.data.httpStatus).toBe(400);
  });

  test("beyond the limit is imported as far as possible", async () => {
    const room = await newsroom();
    const before = (await listFeeds(room.app)).length;
    const { feeds } = await addFeeds(room.app, { feeds: listed(MAX_FEEDS) });
    expect(feeds.filter(({ outcome }) => outcome === "added")).toHaveLength(MAX_FEEDS - before);
    expect(feeds.filter(({ outcome }) => outcome === "refused")).toHaveLength(before);
    const more = await trpc(room, room.grace, "feeds.addMany", { feeds: listed(1, MAX_FEEDS) });
    expect(more.result.data.feeds[0].reason).toBe("You can have at most 2,000 feeds. Remove some first.");
    const one = await trpc(room, room.grace, "feeds.add", { url: "https://one.example/" });
    expect(one.error.message).toBe("You can have at most 2,000 feeds. Remove some first.");
  });

  test("without a feed can be exported", async () => {
    const room = await newsroom();
    for (const { id } of await listFeeds(room.app)) await trpc(room, room.grace, "feeds.remove", { id });
    const { status, body } = await room.call(room.grace, "GET", "/trpc/feeds.exportOpml");
    expect(status).toBe(200);
    expect(body.result.data.content).toContain('<opml version="2.0">');
  });
});

describe("the entries of a feed", () => {
  const reading: FeedReading = {
    entries: 3,
    usable: 0,
    issues: [{ kind: "no-link", count: 3, example: "News" }],
    notes: [],
  };

  test("are reported with it, when added and after every fetch", async () => {
    const room = await newsroom();
    const { app, grace } = room;
    for (const { id } of await listFeeds(app)) await trpc(room, grace, "feeds.remove", { id });
    app.integrations.teamFeed = () => Promise.resolve(buildTeamFeed({ articles: [numberedArticle(1)] }));
    const added = await trpc(room, grace, "feeds.add", { url: "https://news.example/feed.xml" });
    expect(added.result.data.reading).toEqual({ entries: 1, usable: 1, issues: [], notes: [] });
    app.integrations.teamFeed = () => Promise.resolve(buildTeamFeed({ reading }));
    await fetchAllNews(app, quietWork());
    const { body } = await room.call(grace, "GET", "/trpc/feeds.list");
    expect(body.result.data).toEqual([expect.objectContaining({ reading })]);
  });

  test("cause a refusal with a reason if none is usable", async () => {
    const room = await newsroom();
    room.app.integrations.teamFeed = () => Promise.resolve(buildTeamFeed({ reading }));
    const useless = await trpc(room, room.grace, "feeds.add", { url: "https://news.example/feed.xml" });
    expect(useless.error.message).toBe(
      "None of this feed's 3 entries can be used: 3 entries without a link.",
    );
    room.app.integrations.teamFeed = () =>
      Promise.reject(new SourceError("The XML is nested deeper than 100 elements"));
    const hostile = await trpc(room, room.grace, "feeds.add", { url: "https://news.example/feed.xml" });
    expect(hostile.error.message).toBe("Feed not added. The XML is nested deeper than 100 elements.");
    expect((await listFeeds(room.app)).map(({ url }) => url)).not.toContain("https://news.example/feed.xml");
  });
});
