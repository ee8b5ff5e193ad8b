import { randomUUID } from "node:crypto";

import { describe, expect, onTestFinished, test, vi } from "vitest";

import { firstSortKeyOf } from "#db/sort-key.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { addTool, removeTool } from "#server/features/tools/tools.service.ts";
import { decideLink, listRelated } from "#server/kernel/links/links.service.ts";
import type { FoundArticle } from "#server/outside/news/news-source.ts";
import type { Article } from "#shared/news/news.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import { buildFoundArticle } from "#tests/support/found.ts";
import { type Newsroom, newsroom, numberedArticle, trpc } from "#tests/support/newsroom.ts";
import type { Reply } from "#tests/support/rest-client.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const query = async ({ call, ada }: Newsroom, input: unknown) =>
  (await call(ada, "GET", `/trpc/news.list?input=${encodeURIComponent(JSON.stringify(input))}`)).body.result
    .data;

/** A row as another process stores it, in first position. */
const storedAs = ({ title, url, excerpt, content, source, publishedAt }: FoundArticle, tool: Tool) => {
  const time = publishedAt ?? "";
  const words = { title, url, excerpt, content, imageUrl: null, source, publishedAt: time };
  const ids = { id: randomUUID(), seq: 1, place: firstSortKeyOf(time), leadPlace: null };
  return { ...ids, ...words, toolId: tool.id, toolName: tool.name, createdAt: time };
};

describe("the list", () => {
  test("shows articles with their tool, newest first", async () => {
    const room = await newsroom();
    expect(await room.publish(numberedArticle(1), numberedArticle(3), numberedArticle(2))).toBe(3);
    const articles = await room.list();
    expect(articles.map(({ url }) => url)).toEqual(
      [3, 2, 1].map((number) => `https://news.example/${number}`),
    );
    expect(articles[0]).toEqual({
      id: expect.any(String),
      commentCount: 0,
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
      tools: [{ id: room.claude.id, name: "Claude" }],
      alsoIn: [],
      isRead: false,
      isStarred: false,
    });
  });

  test("shows all tools that an article names, each once, without those that people unlinked", async () => {
    const room = await newsroom();
    const gemini = await addTool(
      room.app,
      room.ada.user,
      newToolSchema.parse({ name: "Gemini", company: "Google" }),
    );
    await room.publish(
      buildFoundArticle({ title: "Claude and Gemini sing", content: "Google's Gemini is louder." }),
    );
    const toolsShown = async () => {
      const [article] = (await query(room, {})).items;
      return article.tools.map(({ name }: { name: string }) => name);
    };
    const ref = `tool:${gemini.id}` as const;
    const { items } = await listRelated(room.app, { ref, group: "mentionedIn" });
    expect(await toolsShown()).toEqual(["Claude", "Gemini"]);
    for (const { id } of items) await decideLink(room.app, room.ada.user, { id, state: "rejected" });
    expect(await toolsShown()).toEqual(["Claude"]);
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
          content: "At sea, with Ægir and ЖУК",
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
    expect(await titles("ÆGIR and жук")).toEqual(["Gemini of Google sails"]);
    expect(await titles("æ_ir")).toEqual([]);
    const { items, counts } = await query(room, { toolId: gemini.id });
    expect(items).toHaveLength(1);
    expect(counts).toEqual({ matching: 1, isExact: true, total: 2 });
  });

  test("shows the number of articles on the last day of a page", async () => {
    const room = await newsroom();
    await room.publish(
      ...["2026-10-02T09:00Z", "2026-10-01T23:30Z", "2026-10-01T12:00Z", "2026-10-01T01:00Z"].map(
        (publishedAt, index) => ({ ...numberedArticle(index), publishedAt }),
      ),
    );
    const counted = async (timeZone?: string) =>
      (await query(room, { limit: 2, ...(timeZone !== undefined && { timeZone }) })).lastDayCount;
    expect(await counted("UTC")).toBe(3);
    expect(await counted("Europe/Berlin")).toBe(2);
    expect(await counted("America/New_York")).toBe(2);
    expect(await counted()).toBeNull();
  });

  test("preserves flags of a cluster when an earlier source is found later", async () => {
    const room = await newsroom();
    const found = { ...numberedArticle(1), publishedAt: "2026-11-20T12:00:00.000Z" };
    await room.publish(found);
    const [story] = await room.list();
    await trpc(room, room.ada, "news.mark", { id: story?.id, isRead: true, isStarred: true });
    room.app.advance(3_600_000);
    await room.publish({
      ...found,
      url: "https://origin.example/1",
      publishedAt: "2026-11-20T09:00:00.000Z",
    });
    const { items } = await query(room, { show: "starred" });
    expect(items).toMatchObject([{ id: story?.id, isRead: true, isStarred: true }]);
    expect(items[0].alsoIn).toMatchObject([{ url: "https://origin.example/1" }]);
  });

  test("has pages without gaps or repetitions", async () => {
    const room = await newsroom();
    await room.publish(...Array.from({ length: 7 }, (_, index) => numberedArticle(index)));
    const seen: string[] = [];
    let path: string | undefined = "/api/news?limit=3";
    while (path !== undefined) {
      const reply: Reply = await room.call(room.ada, "GET", path);
      seen.push(...reply.body.map(({ url }: Article) => url));
      path = /<([^>]+)>/u.exec(reply.headers.get("link") ?? "")?.[1];
    }
    expect(seen).toEqual((await room.list()).map(({ url }) => url));
  });

  test("shows a cluster of several sources once, with links to the others", async () => {
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
});

describe("flags", () => {
  test("for reading and starring belong to a person", async () => {
    const room = await newsroom();
    await room.publish(numberedArticle(1), numberedArticle(2));
    const [newest] = await room.list();
    await trpc(room, room.ada, "news.mark", { id: newest?.id, isRead: true });
    const marked = await trpc(room, room.ada, "news.mark", { id: newest?.id, isStarred: true });
    expect(marked.result.data).toMatchObject({ isRead: true, isStarred: true });
    expect((await query(room, { show: "unread" })).items).toHaveLength(1);
    expect((await query(room, { show: "starred" })).items).toHaveLength(1);
    const { body } = await room.call(room.grace, "GET", "/api/news");
    expect(body.map(({ isRead }: Article) => isRead)).toEqual([false, false]);
  });

  test("of all as read do not change the stars", async () => {
    const room = await newsroom();
    await room.publish(numberedArticle(1), numberedArticle(2));
    const [newest] = await room.list();
    await trpc(room, room.ada, "news.mark", { id: newest?.id, isStarred: true });
    await trpc(room, room.ada, "news.markAllRead");
    await room.publish(numberedArticle(3));
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

describe("storing", () => {
  test("sees articles stored by another process before storing others", async () => {
    const room = await newsroom();
    const begin = room.app.db.transaction.bind(room.app.db);
    const other = await openTestDatabase(room.app.database.url);
    onTestFinished(() => other.close());
    vi.spyOn(room.app.db, "transaction").mockImplementationOnce(() => {
      const builder = begin();
      const execute = builder.execute.bind(builder);
      builder.execute = async (work) => {
        await other.db
          .insertInto("news_articles")
          .values(storedAs(numberedArticle(1), room.claude))
          .execute();
        return execute(work);
      };
      return builder;
    });
    expect(
      await room.publish(numberedArticle(1), { ...numberedArticle(1), url: "https://elsewhere.example/1" }),
    ).toBe(1);
    const [story, ...rest] = await room.list();
    expect(story).toMatchObject({
      url: "https://news.example/1",
      alsoIn: [{ url: "https://elsewhere.example/1" }],
    });
    expect(rest).toEqual([]);
  });

  test("names the tool, and stores each address once", async () => {
    const room = await newsroom();
    expect(
      await room.publish(
        numberedArticle(1),
        buildFoundArticle({ title: "Rain", excerpt: "", content: "Rain" }),
      ),
    ).toBe(1);
    const again = { ...numberedArticle(1), url: "https://news.example/1?utm_source=feed#top" };
    expect(await room.publish(again, again)).toBe(0);
    expect(await room.list()).toHaveLength(1);
  });

  test("deletes articles with their tool, and stores none for a deleted one", async () => {
    const room = await newsroom();
    await room.publish(numberedArticle(1));
    await removeTool(room.app, room.ada.user, { id: room.claude.id });
    expect(await room.list()).toEqual([]);
    expect(await room.publish(numberedArticle(2))).toBe(0);
  });
});
