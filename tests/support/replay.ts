import { expect } from "vitest";

import { getLibrary } from "#server/kernel/slice.ts";
import { eventDetailSchema } from "#shared/kernel/ledger.ts";

import { type Kind, KINDS, operationsOf } from "./item-operations.ts";
import type { TestApp } from "./test-app.ts";

interface ReplayedItem {
  title: string;
  revision: number;
}

/** The state according to the ledger alone. */
export interface Replayed {
  /** Items by kind and id. */
  items: Map<string, ReplayedItem>;
  /** The ids of undeleted comments, with those of their items. */
  comments: Map<string, string>;
  /** The ids of restorable deletions. */
  deletions: Set<string>;
}

/** Replays the ledger. Fails if an event concerns a missing item. */
export async function replay(app: TestApp): Promise<Replayed> {
  const items = new Map<string, ReplayedItem>();
  const comments = new Map<string, string>();
  /** The companions of each deletion. */
  const deletions = new Map<string, { item?: ReplayedItem | undefined; comments: [string, string][] }>();
  const events = await app.db.selectFrom("events").selectAll().orderBy("seq").execute();
  for (const { seq, kind, itemId, verb, title, detail: text } of events) {
    const detail = eventDetailSchema.parse(JSON.parse(text));
    const { deletion = "" } = detail;
    const ref = `${kind}:${itemId}`;
    const known = items.get(ref);
    if (verb === "commented") {
      const id = detail.comment ?? "";
      const isBack = detail.change === "added" || detail.change === "restored";
      expect([seq, detail.change, comments.has(id), known !== undefined]).toEqual([
        seq,
        detail.change,
        !isBack,
        true,
      ]);
      if (isBack) comments.set(id, itemId);
      if (detail.change === "deleted") comments.delete(id);
      if (detail.change === "deleted") deletions.set(deletion, { comments: [[id, itemId]] });
      if (detail.change === "restored") expect(deletions.delete(deletion)).toBe(true);
    } else if (verb === "decided" || verb === "voted" || verb === "linked") {
      expect([seq, known !== undefined]).toEqual([seq, true]);
    } else if (verb === "deleted") {
      const ofItem = [...comments].filter(([, discussed]) => discussed === itemId);
      for (const [id] of ofItem) comments.delete(id);
      deletions.set(deletion, { item: known, comments: ofItem });
      expect([seq, items.delete(ref)]).toEqual([seq, true]);
    } else if (verb === "restored" && deletion !== "") {
      const back = deletions.get(deletion);
      expect([seq, back?.item, known]).toEqual([seq, { title, revision: detail.revision }, undefined]);
      items.set(ref, { title, revision: detail.revision ?? 0 });
      for (const [id, readingId] of back?.comments ?? []) comments.set(id, readingId);
      deletions.delete(deletion);
    } else {
      // Nothing is added twice, and nothing happens to a missing item.
      expect([seq, verb, known === undefined]).toEqual([seq, verb, verb === "added"]);
      expect([seq, detail.revision]).toEqual([seq, (known?.revision ?? 0) + 1]);
      items.set(ref, { title, revision: detail.revision ?? 0 });
    }
  }
  return { items, comments, deletions: new Set(deletions.keys()) };
}

/** The current state, in the same form. */
export async function currentState(app: TestApp): Promise<Replayed> {
  const verbs = operationsOf(app);
  const items = new Map<string, ReplayedItem>();
  for (const kind of KINDS)
    for (const { id, name, revision } of await verbs[kind].list())
      items.set(`${kind}:${id}`, { title: name, revision });
  const comments = await app.db
    .selectFrom("comments")
    .select(["id", "itemId"])
    .where("deletedAt", "is", null)
    .execute();
  const deletions = await app.db.selectFrom("deletions").select("id").execute();
  return {
    items,
    comments: new Map(comments.map(({ id, itemId }) => [id, itemId])),
    deletions: new Set(deletions.map(({ id }) => id)),
  };
}

/** Checks that every item equals its latest version. */
export async function expectContentsOfVersions(app: TestApp): Promise<void> {
  const verbs = operationsOf(app);
  for (const kind of KINDS) {
    for (const item of await verbs[kind].list()) {
      const version = await app.db
        .selectFrom("item_versions")
        .select(["fields", "revision"])
        .where("kind", "=", kind)
        .where("itemId", "=", item.id)
        .orderBy("revision", "desc")
        .executeTakeFirstOrThrow();
      const { title, ...fields } = JSON.parse(version.fields);
      expect(item).toMatchObject({
        ...fields,
        ...(title !== undefined && { name: title }),
        revision: version.revision,
      });
    }
  }
}

/** An item with all that belongs to it, except the sort keys of articles, which others may get. */
export async function itemWithCompanions(app: TestApp, kind: Kind, id: string): Promise<unknown> {
  const item = await app.db
    .selectFrom(getLibrary(kind).store.table)
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  const versions = await app.db
    .selectFrom("item_versions")
    .selectAll()
    .where("itemId", "=", id)
    .orderBy("revision")
    .execute();
  const comments = await app.db
    .selectFrom("comments")
    .selectAll()
    .where("itemId", "=", id)
    .orderBy("position")
    .execute();
  const seen = await app.db
    .selectFrom("comment_reads")
    .selectAll()
    .where("itemId", "=", id)
    .orderBy("userId")
    .execute();
  const articles = await app.db
    .selectFrom("news_articles as article")
    .leftJoin("news_articles as lead", "lead.place", "article.leadPlace")
    .selectAll("article")
    .select("lead.id as leadId")
    .where("article.toolId", "=", id)
    .orderBy("article.seq")
    .execute();
  const marks = await app.db
    .selectFrom("news_marks as mark")
    .innerJoin("news_articles as article", "article.place", "mark.place")
    .select(["article.id", "mark.userId", "mark.isRead", "mark.isStarred"])
    .where("article.toolId", "=", id)
    .orderBy("article.id")
    .orderBy("mark.userId")
    .execute();
  const ofTool = (belonging: "tool_aliases" | "verdicts" | "verdict_votes") =>
    app.db.selectFrom(belonging).selectAll().where("toolId", "=", id).execute();
  const evidence = await app.db
    .selectFrom("verdict_evidence as evidence")
    .innerJoin("verdicts", "verdicts.id", "evidence.verdictId")
    .selectAll("evidence")
    .where("verdicts.toolId", "=", id)
    .execute();
  return {
    item,
    aliases: new Set(await ofTool("tool_aliases")),
    verdicts: new Set(await ofTool("verdicts")),
    votes: new Set(await ofTool("verdict_votes")),
    evidence: new Set(evidence),
    versions,
    comments,
    seen,
    articles: articles.map(({ place: _place, leadPlace: _leadPlace, ...article }) => article),
    marks,
  };
}

/** Checks that counts maintained by triggers are correct. */
export async function expectCorrectCounts(app: TestApp): Promise<void> {
  const stories = await app.db
    .selectFrom("news_articles")
    .selectAll()
    .where("leadPlace", "is", null)
    .execute();
  const kept = await app.db.selectFrom("story_counts").selectAll().where("stories", ">", 0).execute();
  const counted = Map.groupBy(
    stories.flatMap(({ toolId }) => ["", toolId]),
    (toolId) => toolId,
  );
  expect(new Map(kept.map(({ toolId, stories: count }) => [toolId, count]))).toEqual(
    new Map([...counted].map(([toolId, all]) => [toolId, all.length])),
  );
  const marks = await app.db.selectFrom("news_marks").selectAll().execute();
  for (const { userId, readThrough, readStories } of await app.db
    .selectFrom("news_readers")
    .selectAll()
    .execute()) {
    const read = stories.filter(({ place, seq }) => {
      const mark = marks.find((one) => one.userId === userId && one.place === place);
      return mark?.isRead == null ? seq <= readThrough : mark.isRead === 1;
    });
    expect([userId, readStories]).toEqual([userId, read.length]);
  }
}
