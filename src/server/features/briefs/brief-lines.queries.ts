/** Queries for the lines of a brief. Each reads one period and returns a limited number of rows. */
import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { SHOWN_NAMES } from "#db/rows.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

/** Times of a period, and the first and last event of the ledger within it. */
export interface BriefRange {
  from: string;
  /** Exclusive. */
  to: string;
  firstSeq: number;
  lastSeq: number;
}

const PERSON_COLUMNS = ["users.id as actorId", ...SHOWN_NAMES] as const;

/** Selects the items of a kind with one of these events in the period, each with its last event. */
const latestChanges = (db: Db, kind: "tool" | "prompt", verbs: readonly string[], range: BriefRange) =>
  db
    .selectFrom("events")
    .select(({ fn }) => ["itemId", fn.max("seq").as("seq")])
    .select(sql<number>`max(case when verb = 'added' then 1 else 0 end)`.as("isNew"))
    .where("seq", ">=", range.firstSeq)
    .where("seq", "<=", range.lastSeq)
    .where("verb", "in", verbs)
    // The empty suffix makes the database scan the period's events, and not all events of this kind.
    .where(sql`kind || ''`, "=", kind)
    .groupBy("itemId");

/** Lists the tools that were added and still exist, latest first. Each row has the total number. */
export const listAddedTools = (db: Db, range: BriefRange, limit: number) =>
  db
    .selectFrom(latestChanges(db, "tool", ["added"], range).as("change"))
    .innerJoin("ai_tools as tool", "tool.id", "change.itemId")
    .innerJoin("events", "events.seq", "change.seq")
    .leftJoin("users", "users.id", "events.actorId")
    .select([
      "tool.id",
      "tool.name",
      "tool.use",
      "tool.capabilities",
      "tool.url",
      "events.at",
      ...PERSON_COLUMNS,
    ])
    .select(sql<number>`count(*) over ()`.as("total"))
    .orderBy("change.seq", "desc")
    .limit(limit)
    .execute();

/** Lists the prompts that were added or edited and still exist, latest first. */
export const listChangedPrompts = (db: Db, range: BriefRange, limit: number) =>
  db
    .selectFrom(latestChanges(db, "prompt", ["added", "edited", "restored"], range).as("change"))
    .innerJoin("prompts as prompt", "prompt.id", "change.itemId")
    .innerJoin("events", "events.seq", "change.seq")
    .leftJoin("users", "users.id", "events.actorId")
    .select(["prompt.id", "prompt.name", "prompt.purpose", "change.isNew", "events.at", ...PERSON_COLUMNS])
    .orderBy("change.seq", "desc")
    .limit(limit)
    .execute();

/** Lists the ids of prompts with other fields than in their last version before a time. */
export async function listPromptsWithOtherFields(
  db: Db,
  ids: readonly string[],
  before: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const revisions = db
    .selectFrom("item_versions")
    .select(({ fn }) => ["itemId", fn.max("revision").as("current")])
    .select(sql<number>`max(case when "savedAt" < ${before} then revision end)`.as("former"))
    .where("kind", "=", "prompt")
    .where("itemId", "in", ids)
    .groupBy("itemId");
  const rows = await db
    .selectFrom(revisions.as("pair"))
    .innerJoin("item_versions as now", (join) =>
      join
        .onRef("now.itemId", "=", "pair.itemId")
        .onRef("now.revision", "=", "pair.current")
        .on("now.kind", "=", "prompt"),
    )
    .leftJoin("item_versions as former", (join) =>
      join
        .onRef("former.itemId", "=", "pair.itemId")
        .onRef("former.revision", "=", "pair.former")
        .on("former.kind", "=", "prompt"),
    )
    .select("pair.itemId")
    .where(({ eb, or, ref }) =>
      or([eb("former.fields", "is", null), eb("former.fields", "<>", ref("now.fields"))]),
    )
    .execute();
  return rows.map(({ itemId }) => itemId);
}

/** Returns the first sort key of a period, and the first after it. */
const sortKeyRange = ({ from, to }: BriefRange) => [firstSortKeyOf(from), firstSortKeyOf(to)] as const;

/** Counts the additional sources of each cluster published in a period, by sort key. Omits clusters with one source. */
export async function countFurtherSources(db: Db, range: BriefRange): Promise<Map<number, number>> {
  const [first, end] = sortKeyRange(range);
  const rows = await db
    .selectFrom("news_articles")
    .select(({ fn }) => ["leadPlace", fn.countAll<number>().as("count")])
    .where("leadPlace", ">=", first)
    .where("leadPlace", "<", end)
    .groupBy("leadPlace")
    .execute();
  return new Map(rows.map(({ leadPlace, count }) => [leadPlace ?? 0, count]));
}

/** Counts the people who starred each article or paper of a period, by sort key. */
export async function countStars(
  db: Db,
  table: "news_marks" | "paper_marks",
  [first, end]: readonly [number, number],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => ["place", fn.countAll<number>().as("count")])
    .where("isStarred", "=", sql.lit(1))
    // The sum makes the database use its index of starred items, which are far fewer than read items.
    .where(sql<number>`place + 0`, ">=", first)
    .where(sql<number>`place + 0`, "<", end)
    .groupBy("place")
    .execute();
  return new Map(rows.map(({ place, count }) => [place, count]));
}

/** Returns the sort keys of the latest clusters of a period, and the total number. */
export async function listLatestClusters(db: Db, range: BriefRange, limit: number) {
  const [first, end] = sortKeyRange(range);
  const clusters = db
    .selectFrom("news_articles")
    .where("leadPlace", "is", null)
    .where("place", ">=", first)
    .where("place", "<", end);
  const { total } = await clusters
    .select(({ fn }) => fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await clusters.select("place").orderBy("place", "desc").limit(limit).execute();
  return { places: rows.map(({ place }) => place), total };
}

/** Returns the ids of articles by their sort keys. */
export async function listArticleIds(db: Db, places: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom("news_articles")
    .select(["place", "id"])
    .where("place", "in", engineOf(db).valuesOf(places))
    .execute();
  return new Map(rows.map(({ place, id }) => [place, id]));
}

export const countNewsStars = (db: Db, range: BriefRange) =>
  countStars(db, "news_marks", sortKeyRange(range));

/** Papers may be fetched this long after their publication. */
const FETCH_DELAY_MS = 14 * 86_400_000;

/** Lists the papers with these sort keys or ids, unordered. Omits withdrawn papers. */
export async function listBriefPapers(
  db: Db,
  { places, ids }: { places: readonly number[]; ids: readonly string[] },
) {
  if (places.length + ids.length === 0) return [];
  const { valuesOf } = engineOf(db);
  return db
    .selectFrom("research_papers")
    .select(["place", "id", "title", "abstract", "authors", "url", "publishedAt", "createdAt"])
    .where((is) => is.or([is("place", "in", valuesOf(places)), is("id", "in", valuesOf(ids))]))
    .where("isWithdrawn", "=", 0)
    .execute();
}

/** Counts the people who starred each paper published in a period or up to 14 days before it, by sort key. */
export function countPaperStars(db: Db, { from, to }: BriefRange): Promise<Map<number, number>> {
  const earliest = new Date(Math.max(0, Date.parse(from) - FETCH_DELAY_MS)).toISOString();
  return countStars(db, "paper_marks", [firstSortKeyOf(earliest), firstSortKeyOf(to)]);
}

const commentsIn = (db: Db, { from, to }: Pick<BriefRange, "from" | "to">) =>
  db
    .selectFrom("comments")
    .where("comments.createdAt", ">=", from)
    .where("comments.createdAt", "<", to)
    .where("comments.deletedAt", "is", null);

/** Lists the items with comments in a period, with the number of comments, most discussed first. */
export const listDiscussed = (
  db: Db,
  range: BriefRange,
  limit: number,
): Promise<{ kind: ItemKind; itemId: string; replies: number; latest: string }[]> =>
  commentsIn(db, range)
    .select(({ fn }) => [
      "kind",
      "itemId",
      fn.countAll<number>().as("replies"),
      fn.max("createdAt").as("latest"),
    ])
    .groupBy(["kind", "itemId"])
    .orderBy("replies", "desc")
    .orderBy("latest", "desc")
    .orderBy("itemId")
    .limit(limit)
    .execute();

const COMMENT_COLUMNS = [
  "comments.id",
  "comments.kind",
  "comments.itemId",
  "comments.content",
  "comments.createdAt",
] as const;

/** Returns the latest comment of a period on an item. */
export const findLatestComment = (
  db: Db,
  range: BriefRange,
  { kind, itemId }: { kind: ItemKind; itemId: string },
) =>
  commentsIn(db, range)
    .innerJoin("users", "users.id", "comments.userId")
    .select([...COMMENT_COLUMNS, ...PERSON_COLUMNS])
    .where("comments.kind", "=", kind)
    .where("comments.itemId", "=", itemId)
    .orderBy("comments.position", "desc")
    .limit(1)
    .executeTakeFirst();

/** Lists the comments of a period without a reply by another person, latest first. */
export const listUnanswered = (db: Db, range: BriefRange, limit: number) =>
  commentsIn(db, range)
    .innerJoin("users", "users.id", "comments.userId")
    .select([...COMMENT_COLUMNS, ...PERSON_COLUMNS])
    .where(({ not, exists, selectFrom, ref }) =>
      not(
        exists(
          selectFrom("comments as reply")
            .select("reply.id")
            .where("reply.parentId", "=", ref("comments.id"))
            .where("reply.deletedAt", "is", null)
            .where("reply.userId", "<>", ref("comments.userId")),
        ),
      ),
    )
    .orderBy("comments.createdAt", "desc")
    .limit(limit)
    .execute();
