import { describe, expect, test } from "vitest";

import { listFeeds } from "#server/features/news/feeds.service.ts";
import { fetchAllNews } from "#server/features/news/news-fetch.service.ts";
import { SourceFault } from "#server/integrations/source-fault.ts";
import { quietWork } from "#tests/support/found.ts";
import { askingForPatience, newsroom, trpc } from "#tests/support/newsroom.ts";

describe("the team's feeds", () => {
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
});
