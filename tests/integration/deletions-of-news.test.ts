import { describe, expect, test } from "vitest";

import { storeNews } from "#server/features/news/news-store.service.ts";
import { markAllRead, setArticleFlags, queryNews } from "#server/features/news/news.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import {
  listDeletions,
  purgeDeletion,
  restoreDeletion,
  createPendingWork,
} from "#server/kernel/deletions/deletions.service.ts";
import { addSampleTool, readItemRows, storeArticles, type Team, team } from "#tests/support/deletion-team.ts";
import { buildFoundArticle } from "#tests/support/found.ts";
import { recordTransactionRows } from "#tests/support/transaction-rows.ts";

describe("news of a deleted tool", () => {
  test("are restored with the tool, with everyone's flags", async () => {
    const here = await team();
    const { app, ada, bob } = here;
    const tool = await addSampleTool(here, { company: "Anthropic" });
    await storeArticles(app, tool, { count: 250 });
    await markAllRead(app, bob);
    const { items } = await queryNews(app, ada, {});
    for (const { id } of items.slice(0, 3)) await setArticleFlags(app, bob, { id, isRead: false });
    for (const { id } of items.slice(2, 6))
      await setArticleFlags(app, ada, { id, isRead: true, isStarred: true });
    const before = await readItemRows(here);
    const listed = await queryNews(app, bob, { show: "unread" });
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    expect(await readItemRows(here)).toMatchObject({ ai_tools: [], news_articles: [], news_marks: [] });
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await readItemRows(here)).toEqual(before);
    expect(await queryNews(app, bob, { show: "unread" })).toEqual(listed);
  });

  test("are found again, like the tool", async () => {
    const here = await team();
    const { app, ada } = here;
    const tool = await addSampleTool(here);
    await storeArticles(app, tool, { count: 2 });
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    await app.db.deleteFrom("search_queue").execute();
    await restoreDeletion(app, ada, { id: deletionId });
    const queued = await app.db.selectFrom("search_queue").select("kind").orderBy("kind").execute();
    expect(queued.map(({ kind }) => kind)).toEqual(["article", "article", "tool"]);
  });
});

describe("news that arrived in the meantime", () => {
  const published = "2026-11-20T10:00:00.000Z";
  const found = (word: string) =>
    buildFoundArticle({
      title: `${word} paints a new picture`,
      url: `https://news.example/${word}`,
      publishedAt: published,
    });

  test("retain their sort keys; restored ones get the next, with clusters and flags", async () => {
    const here = await team();
    const { app, ada } = here;
    const tool = await addSampleTool(here);
    await storeNews(
      app,
      [tool],
      [
        buildFoundArticle({
          title: "Claude knits a scarf for winter",
          url: "https://a.example/1",
          publishedAt: published,
        }),
        buildFoundArticle({
          title: "Claude knits a scarf for winter",
          url: "https://b.example/1",
          publishedAt: published,
        }),
      ],
    );
    const [story] = (await queryNews(app, ada, {})).items;
    if (!story) throw new Error("there is no story");
    await setArticleFlags(app, ada, { id: story.id, isStarred: true, isRead: true });
    const starred = await queryNews(app, ada, { show: "starred" });
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    const other = await addSampleTool(here, { name: "Midjourney" });
    await storeNews(app, [other], [found("Midjourney")]);
    const { place } = await app.db.selectFrom("news_articles").select("place").executeTakeFirstOrThrow();

    await restoreDeletion(app, ada, { id: deletionId });

    const rows = await app.db.selectFrom("news_articles").selectAll().orderBy("place").execute();
    expect(rows.map((row) => row.place - place)).toEqual([0, 1, 2]);
    expect(rows.map(({ toolName }) => toolName)).toEqual(["Midjourney", "Claude", "Claude"]);
    expect(rows.map(({ leadPlace }) => leadPlace)).toEqual([null, place + 2, null]);
    expect((await queryNews(app, ada, { show: "starred" })).items).toEqual(starred.items);
  });

  test("never have the number of a restorable article", async () => {
    const here = await team();
    const { app, ada } = here;
    const tool = await addSampleTool(here);
    await storeArticles(app, tool, { count: 3, firstSeq: 40 });
    const other = await addSampleTool(here, { name: "Midjourney" });
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    await storeNews(app, [other], [found("Midjourney")]);
    await restoreDeletion(app, ada, { id: deletionId });
    const rows = await app.db.selectFrom("news_articles").select("seq").orderBy("seq").execute();
    expect(rows.map(({ seq }) => seq)).toEqual([40, 41, 42, 43]);
  });

  test("count as read with the restored ones, for people who marked all as read", async () => {
    const here = await team();
    const { app, ada } = here;
    const tool = await addSampleTool(here);
    await storeArticles(app, tool, { count: 8 });
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    await markAllRead(app, ada);
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await queryNews(app, ada, { show: "unread" })).toMatchObject({
      items: [],
      counts: { matching: 0, isExact: true, total: 6 },
    });
  });
});

describe("a tool with thousands of articles", () => {
  const COUNT = 2500;

  async function withMany() {
    const here = await team();
    const tool = await addSampleTool(here);
    await storeArticles(here.app, tool, { count: COUNT });
    await markAllRead(here.app, here.bob);
    const before = await readItemRows(here);
    return { here, tool, before };
  }

  const countRows = async ({ app }: Team, table: "ai_tools" | "news_articles" | "deleted_rows") => {
    const { rows } = await app.db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as("rows"))
      .executeTakeFirstOrThrow();
    return rows;
  };

  test("is deleted at once, and its articles follow in batches of at most 500 rows", async () => {
    const { here, tool, before } = await withMany();
    const { app, ada } = here;
    const moved = recordTransactionRows(app);
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    expect(await countRows(here, "ai_tools")).toBe(0);
    expect((await listDeletions(app, {})).items).toMatchObject([{ contents: { articles: COUNT } }]);
    await app.pendingWork.idle();
    expect(await countRows(here, "news_articles")).toBe(0);
    expect(Math.max(...moved())).toBeLessThanOrEqual(510);
    expect(moved().length).toBeGreaterThanOrEqual(COUNT / 500);

    await restoreDeletion(app, ada, { id: deletionId });
    expect(await countRows(here, "ai_tools")).toBe(1);
    await app.pendingWork.idle();
    expect(Math.max(...moved())).toBeLessThanOrEqual(510);
    expect(await readItemRows(here)).toEqual(before);
    expect(await countRows(here, "deleted_rows")).toBe(0);
  }, 60_000);

  test("shows no news from then on, while other tools' news stays", async () => {
    const { here, tool } = await withMany();
    const { app, ada } = here;
    const other = await addSampleTool(here, { name: "Midjourney" });
    const article = buildFoundArticle({ title: "Midjourney paints", url: "https://news.example/paints" });
    await storeNews(app, [other], [{ ...article, publishedAt: "2020-01-01T00:00:00.000Z" }]);
    const [shown] = (await queryNews(app, ada, { toolId: tool.id, limit: 1 })).items;
    await setArticleFlags(app, ada, { id: shown?.id ?? "", isStarred: true, isRead: true });
    await removeTool(app, ada, { id: tool.id });
    await app.pendingWork.stop();
    expect(await countRows(here, "news_articles")).toBeGreaterThan(500);

    const all = await queryNews(app, ada, { limit: 20 });
    expect(all.items.map(({ title }) => title)).toEqual(["Midjourney paints"]);
    expect(all.counts).toEqual({ matching: 1, isExact: true, total: 1 });
    expect((await queryNews(app, ada, { show: "unread" })).counts).toMatchObject({ matching: 1, total: 1 });
    for (const query of [{ toolId: tool.id }, { show: "starred" as const }, { search: "claude" }]) {
      expect(await queryNews(app, ada, query)).toMatchObject({
        items: [],
        nextCursor: null,
        counts: { matching: 0, total: 1 },
      });
    }
  }, 60_000);

  test("is restored during the removal of its articles, and can be deleted again", async () => {
    const { here, tool, before } = await withMany();
    const { app, ada } = here;
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    const left = await countRows(here, "news_articles");
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(COUNT);
    await restoreDeletion(app, ada, { id: deletionId });
    await expect(restoreDeletion(app, ada, { id: deletionId })).rejects.toThrow("already restored");
    const again = await removeTool(app, ada, { id: tool.id });
    await restoreDeletion(app, ada, { id: again.deletionId });
    await app.pendingWork.idle();
    expect(await readItemRows(here)).toEqual(before);
    expect(await countRows(here, "deleted_rows")).toBe(0);
  }, 60_000);

  test("is finished by the next process after one ended between batches", async () => {
    const { here, tool, before } = await withMany();
    const { app, ada } = here;
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    await app.pendingWork.stop();
    expect(await countRows(here, "news_articles")).toBeGreaterThan(0);
    const next = createPendingWork(app);
    next.start();
    await next.idle();
    expect(await countRows(here, "news_articles")).toBe(0);
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await countRows(here, "news_articles")).toBeLessThan(COUNT);
    next.start();
    await next.idle();
    expect(await readItemRows(here)).toEqual(before);
  }, 60_000);

  test("is permanently deleted in batches, even during the removal of its articles", async () => {
    const { here, tool } = await withMany();
    const { app, ada, grace } = here;
    const moved = recordTransactionRows(app);
    const { deletionId } = await removeTool(app, ada, { id: tool.id });
    await purgeDeletion(app, grace, { id: deletionId });
    expect((await listDeletions(app, {})).items).toEqual([]);
    await app.pendingWork.idle();
    expect(await countRows(here, "deleted_rows")).toBe(0);
    expect(await countRows(here, "news_articles")).toBe(0);
    expect(await app.db.selectFrom("deletions").selectAll().execute()).toEqual([]);
    expect(Math.max(...moved())).toBeLessThanOrEqual(510);
  }, 60_000);
});
