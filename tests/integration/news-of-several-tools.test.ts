import { randomUUID } from "node:crypto";

import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { oneArticlePerAddress } from "#db/migrations/0032-one-article-per-address.ts";
import type { ArticleRow } from "#db/schema.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { getArticle, markAllRead, queryNews, setArticleFlags } from "#server/features/news/news.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { scanEverything } from "#server/kernel/links/link-scanner.service.ts";
import { decideLink, listRelated, removeLink } from "#server/kernel/links/links.service.ts";
import { searchAll } from "#server/kernel/search/search.service.ts";
import type { NewsQuery } from "#shared/news/news.ts";
import { searchRequestSchema } from "#shared/search/search.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { addSampleTool, readItemRows, type Team, team } from "#tests/support/deletion-team.ts";
import { buildFoundArticle } from "#tests/support/found.ts";
import { expectCorrectCounts } from "#tests/support/replay.ts";
import { openTestDatabase } from "#tests/support/test-database.ts";

const both = buildFoundArticle({
  title: "Claude and Midjourney paint together",
  url: "https://news.example/both",
  content: "Both of them.",
});

interface Room extends Team {
  claude: Tool;
  midjourney: Tool;
}

async function room(): Promise<Room> {
  const here = await team();
  const claude = await addSampleTool(here, { company: "Anthropic" });
  return {
    ...here,
    claude,
    midjourney: await addSampleTool(here, { name: "Midjourney", company: "Sailors" }),
  };
}

const listed = async ({ app, ada }: Team, query: NewsQuery = {}) => {
  const { items, counts } = await queryNews(app, ada, query);
  expect(counts?.matching).toBe(items.length);
  return items;
};

const titles = async (here: Team, query: NewsQuery) => (await listed(here, query)).map(({ title }) => title);

const namesOf = ({ tools }: { tools: { name: string }[] }) => tools.map(({ name }) => name);

const readAll = ({ app }: Team) => scanEverything(app, AbortSignal.any([]));

describe("an article about two tools", () => {
  test("is stored and listed once, and found by each of them", async () => {
    const here = await room();
    expect(await storeNews(here.app, null, [both])).toBe(1);
    const [article, ...rest] = await listed(here);
    expect(rest).toEqual([]);
    expect(article?.tools).toEqual([
      { id: here.claude.id, name: "Claude" },
      { id: here.midjourney.id, name: "Midjourney" },
    ]);
    expect(article).toMatchObject({ toolId: here.claude.id, toolName: "Claude" });
    for (const query of [
      { toolId: here.claude.id },
      { toolId: here.midjourney.id },
      { search: "anthropic" },
      { search: "sailors" },
      { search: "sailors", toolId: here.claude.id },
      { show: "unread", toolId: here.midjourney.id },
    ] satisfies NewsQuery[])
      expect(await titles(here, query)).toEqual([both.title]);
    await markAllRead(here.app, here.ada);
    expect(await listed(here, { show: "unread", toolId: here.midjourney.id })).toEqual([]);
    await expectCorrectCounts(here.app);
  });

  test("gains a tool for which it is found later", async () => {
    const here = await room();
    expect(await storeNews(here.app, [here.claude], [both])).toBe(1);
    await readAll(here);
    expect(await listed(here, { toolId: here.midjourney.id })).toEqual([]);
    expect(await storeNews(here.app, [here.midjourney], [both])).toBe(1);
    expect(await storeNews(here.app, [here.midjourney, here.claude], [both])).toBe(0);
    await readAll(here);
    expect(await titles(here, { toolId: here.midjourney.id })).toEqual([both.title]);
    expect(await listed(here)).toHaveLength(1);
  });

  test("remains news of both, even if its text changes", async () => {
    const here = await room();
    await storeNews(here.app, null, [both]);
    await here.app.db.updateTable("news_articles").set({ title: "Rain", content: "Rain" }).execute();
    await readAll(here);
    expect(await titles(here, { toolId: here.midjourney.id })).toEqual(["Rain"]);
    const request = searchRequestSchema.parse({ q: "midjourney kind:article" });
    expect((await searchAll(here.app, request, new AbortController().signal)).items).toHaveLength(1);
  });

  test("is stored once by two processes at the same time", async () => {
    const here = await room();
    const { app, claude, midjourney } = here;
    const other = await openTestDatabase(app.database.url);
    onTestFinished(() => other.close());
    const begin = app.db.transaction.bind(app.db);
    vi.spyOn(app.db, "transaction").mockImplementationOnce(() => {
      const builder = begin();
      const execute = builder.execute.bind(builder);
      builder.execute = async (work) => {
        await other.db
          .insertInto("news_articles")
          .values(rowOf({ ...here, seq: 1, url: both.url, tool: midjourney }))
          .execute();
        return execute(work);
      };
      return builder;
    });
    expect(await storeNews(app, [claude], [both])).toBe(1);
    const articles = await listed(here);
    expect(articles.map(namesOf)).toEqual([["Midjourney", "Claude"]]);
    expect(await listed(here, { toolId: claude.id })).toEqual(articles);
  });

  test("adds the tools of another source to its cluster", async () => {
    const here = await room();
    const title = "Claude learns to paint with watercolours at last";
    await storeNews(here.app, null, [buildFoundArticle({ title, url: "https://one.example/1" })]);
    const second = { title, content: "Like Midjourney.", url: "https://two.example/1" };
    await storeNews(here.app, null, [buildFoundArticle(second)]);
    const [story, ...rest] = await listed(here, { toolId: here.midjourney.id });
    expect(rest).toEqual([]);
    expect(story).toMatchObject({ url: "https://one.example/1", alsoIn: [{ url: "https://two.example/1" }] });
    expect(story && namesOf(story)).toEqual(["Claude", "Midjourney"]);
  });

  test("shows neither tool that people unlinked", async () => {
    const here = await room();
    await storeNews(here.app, null, [both]);
    await readAll(here);
    const ref = `tool:${here.midjourney.id}` as const;
    const { items } = await listRelated(here.app, { ref, group: "mentionedIn" });
    for (const { id } of items) await removeLink(here.app, here.ada, { id });
    expect((await listed(here)).map(namesOf)).toEqual([["Claude"]]);
    for (const { id } of items) await decideLink(here.app, here.ada, { id, state: "confirmed" });
    expect((await listed(here)).map(namesOf)).toEqual([["Claude", "Midjourney"]]);
  });
});

describe("a deleted tool", () => {
  const onlyClaude = buildFoundArticle({ title: "Claude sings", url: "https://news.example/claude" });

  async function withNews() {
    const here = await room();
    await storeNews(here.app, null, [
      both,
      { ...both, url: "https://elsewhere.example/both", source: "Elsewhere" },
      onlyClaude,
    ]);
    await readAll(here);
    for (const { id } of await listed(here))
      await setArticleFlags(here.app, here.ada, { id, isStarred: true, isRead: true });
    return { here, before: await readItemRows(here) };
  }

  const remove = async ({ app, ada }: Room, { id }: Tool) => {
    const { deletionId } = await removeTool(app, ada, { id });
    await app.pendingWork.idle();
    await expectCorrectCounts(app);
    return deletionId;
  };
  const restore = async ({ app, ada }: Room, id: string) => {
    await restoreDeletion(app, ada, { id });
    await app.pendingWork.idle();
    await expectCorrectCounts(app);
  };

  test.each(["claude", "midjourney"] as const)(
    "is deleted with only its own news, and undo restores all (%s)",
    async (name) => {
      const { here, before } = await withNews();
      const deletionId = await remove(here, here[name]);
      const left = name === "claude" ? [both.title] : [both.title, onlyClaude.title];
      expect((await titles(here, {})).toSorted()).toEqual(left);
      const other = name === "claude" ? here.midjourney : here.claude;
      const [story] = await listed(here, { toolId: other.id, search: "together" });
      expect(story).toMatchObject({ toolId: other.id, isStarred: true, isRead: true });
      expect(story?.alsoIn).toHaveLength(1);
      await restore(here, deletionId);
      expect(await readItemRows(here)).toEqual(before);
    },
  );

  test.each([[[0, 1]], [[1, 0]]])(
    "is deleted with the remaining news after the other tool (undone in order %j)",
    async (order) => {
      const { here } = await withNews();
      const shown = await listed(here);
      const deletions = [await remove(here, here.claude), await remove(here, here.midjourney)];
      expect(await listed(here)).toEqual([]);
      for (const index of order) await restore(here, deletions[index] ?? "");
      const again = await listed(here);
      expect(again.map(({ id, isStarred }) => [id, isStarred])).toEqual(shown.map(({ id }) => [id, true]));
      expect(again.map((article) => namesOf(article).toSorted())).toEqual(
        shown.map((article) => namesOf(article).toSorted()),
      );
      for (const { id } of [here.claude, here.midjourney])
        expect(await titles(here, { toolId: id, search: "together" })).toEqual([both.title]);
    },
  );

  test("regains news that was found again for another tool, with its stars", async () => {
    const here = await room();
    const { app, ada, claude, midjourney } = here;
    await storeNews(app, [claude], [both, { ...both, url: "https://elsewhere.example/both" }]);
    await readAll(here);
    const [first] = await listed(here);
    await setArticleFlags(app, ada, { id: first?.id ?? "", isStarred: true, isRead: true });
    const deletionId = await remove(here, claude);
    await storeNews(app, [midjourney], [both]);
    await restore(here, deletionId);
    const [story, ...rest] = await listed(here, { show: "starred", toolId: claude.id });
    expect(rest).toEqual([]);
    expect(story).toMatchObject({ toolId: midjourney.id, isRead: true });
    expect(story && namesOf(story)).toEqual(["Midjourney", "Claude"]);
    expect(story?.alsoIn).toHaveLength(1);
    expect(await listed(here)).toHaveLength(1);
  });
});

/** An article as a process stores it. */
function rowOf({
  seq,
  url,
  tool,
  lead = null,
}: {
  seq: number;
  url: string;
  tool: Tool;
  lead?: ArticleRow | null;
}): ArticleRow {
  const publishedAt = new Date(Date.UTC(2026, 0, 1, seq)).toISOString();
  return {
    place: firstSortKeyOf(publishedAt),
    id: randomUUID(),
    seq,
    leadPlace: lead?.place ?? null,
    title: `Number ${seq}`,
    content: null,
    excerpt: null,
    url,
    imageUrl: null,
    source: null,
    publishedAt,
    toolId: tool.id,
    toolName: tool.name,
    createdAt: publishedAt,
  };
}

describe("articles that were stored once for each tool", () => {
  test("are merged by the migration, with everyone's flags, links and history", async () => {
    const here = await room();
    const { app, ada, bob, claude, midjourney } = here;
    const gemini = await addSampleTool(here, { name: "Gemini" });
    await sql`drop index news_articles_url`.execute(app.db);
    await sql`drop index links_news`.execute(app.db);
    await sql`alter table links drop column place`.execute(app.db);
    const one = rowOf({ seq: 1, url: "https://a.example/1", tool: claude });
    const oneElsewhere = rowOf({ seq: 2, url: "https://b.example/1", tool: claude, lead: one });
    const oneAgain = rowOf({ seq: 3, url: one.url, tool: midjourney });
    // Midjourney's cluster begins with another source, and so does Gemini's.
    const later = rowOf({ seq: 4, url: "https://c.example/1", tool: gemini });
    const laterAgain = rowOf({ seq: 5, url: oneElsewhere.url, tool: gemini, lead: later });
    const single = rowOf({ seq: 6, url: "https://a.example/2", tool: midjourney });
    const rows = [one, oneElsewhere, oneAgain, later, laterAgain, single];
    for (const row of rows) await app.db.insertInto("news_articles").values(row).execute();
    await app.db
      .insertInto("news_marks")
      .values([
        { userId: ada.id, place: oneAgain.place, isRead: null, isStarred: 1 },
        { userId: ada.id, place: one.place, isRead: 1, isStarred: 0 },
        { userId: bob.id, place: later.place, isRead: 0, isStarred: 0 },
        { userId: bob.id, place: single.place, isRead: null, isStarred: 1 },
      ])
      .execute();
    await app.db
      .insertInto("news_readers")
      .values([
        { userId: ada.id, readThrough: 0, readStories: 1 },
        { userId: bob.id, readThrough: 6, readStories: 3 },
      ])
      .execute();
    const link = { fromKind: "article", toKind: "tool", how: "address", at: one.publishedAt } as const;
    await sql`insert into links (id, "fromKind", "fromId", "toKind", "toId", how, state, at) values
      ('l1', 'article', ${one.id}, 'tool', ${claude.id}, 'address', 'found', ${link.at}),
      ('l2', 'article', ${one.id}, 'tool', ${midjourney.id}, 'name', 'found', ${link.at}),
      ('l3', 'article', ${oneAgain.id}, 'tool', ${midjourney.id}, 'address', 'rejected', ${link.at}),
      ('l4', 'tool', ${gemini.id}, 'article', ${later.id}, 'person', 'confirmed', ${link.at})`.execute(
      app.db,
    );
    await app.db
      .insertInto("events")
      .values({
        at: one.publishedAt,
        actorId: ada.id,
        verb: "linked",
        kind: "article",
        itemId: oneAgain.id,
        title: "Number 3",
        detail: JSON.stringify({ other: { kind: "article", id: later.id } }),
      })
      .execute();

    await app.db.transaction().execute(oneArticlePerAddress);

    const stored = await app.db.selectFrom("news_articles").selectAll().orderBy("seq").execute();
    const ofClaude = { toolId: claude.id, toolName: "Claude" };
    expect(stored).toEqual([
      one,
      { ...oneElsewhere, ...ofClaude },
      { ...later, ...ofClaude, leadPlace: one.place },
      single,
    ]);
    await expectCorrectCounts(app);
    expect(await getArticle(app, ada, one.id)).toMatchObject({ isRead: true, isStarred: true });
    expect(await getArticle(app, bob, one.id)).toMatchObject({ isRead: false, isStarred: false });
    expect(await getArticle(app, bob, single.id)).toMatchObject({ isRead: true, isStarred: true });
    expect(await queryNews(app, bob, { show: "unread" })).toMatchObject({ items: [{ id: one.id }] });
    const links = await app.db.selectFrom("links").selectAll().execute();
    expect(
      links
        .map(({ fromId, toId, state, place }) => [fromId, toId, state, place])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual(
      [
        [one.id, claude.id, "found", null],
        [one.id, midjourney.id, "rejected", one.place],
        [one.id, gemini.id, "found", one.place],
        [gemini.id, one.id, "confirmed", null],
      ].toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    );
    expect(
      await app.db.selectFrom("events").selectAll().where("kind", "=", "article").execute(),
    ).toMatchObject([{ itemId: one.id, detail: JSON.stringify({ other: { kind: "article", id: one.id } }) }]);
    expect((await listed(here, { toolId: gemini.id })).map(({ id }) => id)).toEqual([one.id]);
    await readAll(here);
    expect((await listed(here, { toolId: gemini.id })).map(namesOf)).toEqual([["Claude", "Gemini"]]);
  });
});
