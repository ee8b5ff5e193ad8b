import { describe, expect, test } from "vitest";

import {
  addComment,
  editComment,
  listComments,
  removeComment,
} from "#server/features/comments/comments.service.ts";
import { storeNews } from "#server/features/news/news-store.service.ts";
import { latestNews } from "#server/features/news/news.service.ts";
import { fetchLatestPapers } from "#server/features/papers/paper-fetch.service.ts";
import { queryPapers } from "#server/features/papers/papers.service.ts";
import { getTool, removeTool } from "#server/features/tools/tools.service.ts";
import { purgeDeletion, restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { listRelated } from "#server/kernel/links/links.service.ts";
import { searchAll } from "#server/kernel/search/search.service.ts";
import { isDiscussed } from "#server/kernel/slice.ts";
import {
  ITEM_KINDS,
  type ItemKind,
  KINDS,
  LIBRARY_KINDS,
  type LibraryKind,
  mapKinds,
} from "#shared/kernel/item-address.ts";
import { ANY_REF, type ItemRef } from "#shared/kernel/items.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { searchRequestSchema } from "#shared/search/search.ts";
import { addSampleTool, snapshotOf, type Team, team } from "#tests/support/deletion-team.ts";
import { buildFoundArticle, buildFoundPaper, paperArchive, quietWork } from "#tests/support/found.ts";
import { operationsOf } from "#tests/support/item-operations.ts";
import { buildPerson } from "#tests/support/people.ts";
import { restClient } from "#tests/support/rest-client.ts";
import { type TestApp, testServer } from "#tests/support/test-app.ts";

interface Room extends Team {
  refs: Record<ItemKind, ItemRef>;
}

/** A team with an item of each kind. */
async function room(): Promise<Room> {
  const here = await team();
  const { app, ada } = here;
  const ids: Record<ItemKind, string> = mapKinds(ITEM_KINDS, () => "");
  const operations = operationsOf(app);
  for (const kind of LIBRARY_KINDS) ids[kind] = (await operations[kind].add(ada, "Claude")).id;
  const tool = await getTool(app, ids.tool);
  await storeNews(app, [tool], [buildFoundArticle({ title: "Claude sings", url: "https://news.example/1" })]);
  ids.article = (await latestNews(app, ada, {}, 1))[0]?.id ?? "";
  app.integrations.papers = paperArchive([buildFoundPaper(1)]);
  await fetchLatestPapers(app, quietWork());
  ids.paper = (await queryPapers(app, ada, { limit: 1 })).items[0]?.id ?? "";
  return { ...here, refs: mapKinds(ITEM_KINDS, (kind): ItemRef => `${kind}:${ids[kind]}`) };
}

const contentsOf = async ({ app }: Team, ref: ItemRef) =>
  (await listComments(app, { ref })).items.map(({ content }) => content);

test("items of every kind can be discussed", async () => {
  await team();
  expect(ITEM_KINDS.filter((kind) => !isDiscussed(kind))).toEqual([]);
});

describe.each(ITEM_KINDS)("the discussion of a %s", (kind) => {
  test("has comments and replies, edits, tombstones and undo", async () => {
    const here = await room();
    const { app, ada, bob } = here;
    const ref = here.refs[kind];
    const first = await addComment(app, ada, { ref, parentId: null, content: "Whales" });
    const reply = await addComment(app, bob, { ref, parentId: first.id, content: "Sing" });
    expect(first).toMatchObject({ kind, itemId: ref.slice(kind.length + 1), userId: ada.id });
    expect(first.readingId).toBe(kind === "reading" ? first.itemId : undefined);
    await editComment(app, bob, { id: reply.id, content: "Sing well" });
    const { deletionId } = await removeComment(app, ada, { id: first.id });
    expect(await contentsOf(here, ref)).toEqual(["", "Sing well"]);
    const restored = await restoreDeletion(app, ada, { id: deletionId });
    expect(restored).toMatchObject({ kind: "comment", containerKind: kind, containerId: first.itemId });
    expect(await contentsOf(here, ref)).toEqual(["Whales", "Sing well"]);
    const events = await app.db
      .selectFrom("events")
      .select(["kind", "itemId"])
      .where("verb", "=", "commented")
      .execute();
    expect(events).toEqual(Array.from({ length: 5 }, () => ({ kind, itemId: first.itemId })));
  });

  test("is found by the search, which opens the item at the comment", async () => {
    const { app, ada, refs } = await room();
    const { id, itemId } = await addComment(app, ada, {
      ref: refs[kind],
      parentId: null,
      content: "A baleen remark",
    });
    const { items } = await searchAll(app, searchRequestSchema.parse({ q: "baleen" }), AbortSignal.any([]));
    const { path, parameter } = KINDS[kind];
    expect(items).toMatchObject([
      { kind: "comment", id, address: `${path}?${parameter}=${itemId}&comment=${id}` },
    ]);
  });

  test("links to items that its comments name", async () => {
    const here = await room();
    const { app, ada, refs } = here;
    const { id } = await addSampleTool(here, { name: "Midjourney" });
    await addComment(app, ada, { ref: refs[kind], parentId: null, content: "Draw it with Midjourney." });
    const { items } = await listRelated(app, {
      ref: `tool:${id}`,
      group: "mentionedIn",
      kind: "discussion",
      limit: 10,
    });
    expect(items.map(({ from, field }) => [from, field])).toEqual([[refs[kind], "comment"]]);
  });
});

const KEPT = ["comments", "comment_reads", "search_docs", "deletions", "deleted_rows"] as const;

describe("deleting an item", () => {
  test.each<[deleted: LibraryKind, discussed: ItemKind]>([
    ...LIBRARY_KINDS.map((kind): [LibraryKind, ItemKind] => [kind, kind]),
    ["tool", "article"],
  ])("a %s: the discussion of the %s goes with it, and Undo brings it back", async (deleted, discussed) => {
    const here = await room();
    const { app, ada, bob, refs } = here;
    const ref = refs[discussed];
    const first = await addComment(app, ada, { ref, parentId: null, content: "One" });
    await addComment(app, bob, { ref, parentId: first.id, content: "Two" });
    await addComment(app, bob, { ref: refs.paper, parentId: null, content: "Stays" });
    await app.db
      .insertInto("comment_reads")
      .values({ userId: bob.id, kind: discussed, itemId: first.itemId, seenAt: app.now().toISOString() })
      .execute();
    const before = await snapshotOf(app, KEPT.slice(0, 2));
    const id = refs[deleted].slice(deleted.length + 1);
    const { remove } = operationsOf(app)[deleted];
    const { deletionId } = await remove(ada, id);
    expect(await contentsOf(here, refs.paper)).toEqual(["Stays"]);
    expect((await app.db.selectFrom("comments").select("content").execute()).length).toBe(1);
    expect(await app.db.selectFrom("comment_reads").selectAll().execute()).toEqual([]);
    await expect(listComments(app, { ref })).rejects.toMatchObject({
      message: `${optionLabel(KINDS[discussed].one)} not found`,
    });
    await restoreDeletion(app, ada, { id: deletionId });
    await app.pendingWork.idle();
    expect(await snapshotOf(app, KEPT.slice(0, 2))).toEqual(before);
    const again = await remove(ada, id);
    await purgeDeletion(app, here.grace, { id: again.deletionId });
    expect(await app.db.selectFrom("comments").select("content").execute()).toEqual([{ content: "Stays" }]);
  });

  test("restores the discussion of a deleted article to its newly found copy", async () => {
    const here = await room();
    const { app, ada, refs } = here;
    const article = await app.db.selectFrom("news_articles").selectAll().executeTakeFirstOrThrow();
    await addComment(app, ada, { ref: refs.article, parentId: null, content: "Before" });
    const { deletionId } = await removeTool(app, ada, { id: article.toolId });
    const { id: toolId } = await addSampleTool(here, { name: "Whisper" });
    await app.db
      .insertInto("news_articles")
      .values({ ...article, id: "found-again", toolId, toolName: "Whisper" })
      .execute();
    await addComment(app, ada, { ref: "article:found-again", parentId: null, content: "After" });
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await contentsOf(here, "article:found-again")).toEqual(["Before", "After"]);
  });
});

test("a comment can't be restored before its item", async () => {
  const { app, ada, refs } = await room();
  const { id } = await addComment(app, ada, { ref: refs.article, parentId: null, content: "One" });
  const { deletionId } = await removeComment(app, ada, { id });
  await removeTool(app, ada, { id: refs.tool.slice("tool:".length) });
  await expect(restoreDeletion(app, ada, { id: deletionId })).rejects.toThrow(
    "The article of this comment was deleted. Restore the tool first.",
  );
});

test("lists of news and papers have the number of comments, without deleted ones", async () => {
  const { app, ada, refs } = await room();
  for (const ref of [refs.article, refs.paper]) {
    const { id } = await addComment(app, ada, { ref, parentId: null, content: "One" });
    await addComment(app, ada, { ref, parentId: id, content: "Two" });
    await removeComment(app, ada, { id });
  }
  expect(await latestNews(app, ada, {}, 1)).toMatchObject([{ commentCount: 1 }]);
  expect((await queryPapers(app, ada, { limit: 1 })).items).toMatchObject([{ commentCount: 1 }]);
});

async function client(app: TestApp, origin: string, name: string) {
  const { cookie } = await buildPerson(app, name);
  return {
    call: (method: string, path: string, body?: object) =>
      restClient(origin).call(method, path, body, { cookie }),
  };
}

describe("over REST", () => {
  test("each kind has the calls of readings", async () => {
    const { app, origin } = await testServer();
    const ada = await client(app, origin, "ada");
    const bob = await client(app, origin, "bob");
    const { body: tool } = await ada.call("POST", "/api/ai-tools", { name: "Claude" });
    const path = `/api/items/tool:${tool.id}/comments`;
    const { status, body } = await ada.call("POST", path, { content: "One", parentId: null });
    expect([status, body.kind, body.itemId]).toEqual([201, "tool", tool.id]);
    const overview = async () =>
      (
        await bob.call(
          "GET",
          `/trpc/comments.overview?input=${encodeURIComponent(JSON.stringify({ ref: `tool:${tool.id}` }))}`,
        )
      ).body.result.data;
    expect(await overview()).toEqual({ commentCount: 1, newCommentCount: 1, seenAt: null });
    expect((await bob.call("POST", `${path}/seen`)).status).toBe(204);
    expect(await overview()).toEqual({
      commentCount: 1,
      newCommentCount: 0,
      seenAt: app.now().toISOString(),
    });
    expect((await bob.call("PUT", `/api/comments/${body.id}`, { content: "Mine" })).status).toBe(403);
    expect((await ada.call("PUT", `/api/comments/${body.id}`, { content: "Two" })).body.content).toBe("Two");
    expect((await bob.call("GET", path)).body).toMatchObject([{ content: "Two" }]);
    expect((await ada.call("DELETE", `/api/comments/${body.id}`)).status).toBe(204);
    expect((await bob.call("GET", path)).body).toEqual([]);
  });

  test("JSON files of tools, prompts and readings have their discussions, which imports leave out", async () => {
    const { app, origin } = await testServer();
    const ada = await client(app, origin, "ada");
    const items = [
      ["tool", "/api/ai-tools", { name: "Claude" }],
      ["prompt", "/api/prompts", { name: "Guide", prompt: "Act as a guide", modality: "other" }],
      ["reading", "/api/readings", { title: "Emma", author: "Jane Austen" }],
    ] as const;
    for (const [kind, path, fields] of items) {
      const { id } = (await ada.call("POST", path, fields)).body;
      const comment = async (body: object) =>
        (await ada.call("POST", `/api/items/${kind}:${id}/comments`, body)).body;
      expect((await ada.call("GET", `${path}/export/json`)).body[0]).not.toHaveProperty("discussion");
      const first = await comment({ content: "Whales" });
      const reply = await comment({ content: "Sing", parentId: first.id });
      const file = (await ada.call("GET", `${path}/export/json`)).body;
      const times = { createdAt: app.now().toISOString(), updatedAt: app.now().toISOString() };
      expect(file[0].discussion).toEqual([
        { id: first.id, parentId: null, author: "ada", content: "Whales", ...times },
        { id: reply.id, parentId: first.id, author: "ada", content: "Sing", ...times },
      ]);
      const content = JSON.stringify(file);
      const report = (await ada.call("POST", `${path}/import`, { format: "json", content })).body;
      expect(report).toMatchObject({ created: 0, updated: 0, skipped: 1, wrong: 0 });
      expect(report.unusedColumns).toContain("discussion");
    }
  });

  test("bad input is refused with the reason", async () => {
    const { app, origin } = await testServer();
    const ada = await client(app, origin, "ada");
    const refusal = async (path: string, body: object) => {
      const reply = await ada.call("POST", path, body);
      return [reply.status, reply.body.issues?.[0]?.message ?? reply.body.message];
    };
    for (const kind of ITEM_KINDS) {
      const { one } = KINDS[kind];
      expect(await refusal(`/api/items/${kind}:x/comments`, { content: "One" })).toEqual([
        404,
        `${optionLabel(one)} not found`,
      ]);
    }
    expect(await refusal("/api/items/whale:x/comments", { content: "One" })).toEqual([
      400,
      `An id looks like ${ANY_REF}`,
    ]);
    expect(await refusal("/api/items/tool:x/comments", { content: "a".repeat(10_001) })).toEqual([
      400,
      "Use at most 10,000 characters",
    ]);
    const { body: reading } = await ada.call("POST", "/api/readings", {
      title: "Emma",
      author: "Jane Austen",
    });
    expect(await refusal(`/api/readings/${reading.id}/comments`, { content: "One", ref: "tool:x" })).toEqual([
      400,
      "Send either ref or readingId, not both",
    ]);
  });
});
