import { randomUUID } from "node:crypto";

import { type QueryExecutorProvider, type RawBuilder, sql } from "kysely";

import { engineOf } from "../engine.ts";

interface ArticleRow {
  place: number;
  id: string;
  seq: number;
  leadPlace: number | null;
  url: string;
  title: string;
  publishedAt: string;
  toolId: string;
  toolName: string;
}

/** Clusters that share an address, merged into one. */
interface MergedCluster {
  /** The article that represents it: the first one found. */
  lead: ArticleRow;
  /** The other articles that remain, one for each address. */
  others: ArticleRow[];
  /** Repeated articles to delete. */
  repeated: ArticleRow[];
}

interface LinkRow {
  id: string;
  fromKind: string;
  fromId: string;
  toKind: string;
  toId: string;
  state: string;
}

const ROWS_AT_ONCE = 500;

/** Stores each address once. The further tools of an article become links. */
export async function oneArticlePerAddress(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table links add column place ${engineOf(db).bigInteger()}`.execute(db);
  await sql`create index links_news on links ("toId", place) where place is not null`.execute(db);
  const merged = mergeClusters(await listRepeated(db));
  if (merged.length > 0) await storeMerged(db, merged);
  await sql`create unique index news_articles_url on news_articles (url)`.execute(db);
}

/** Lists all articles of clusters with a repeated address, in order of arrival. */
async function listRepeated(db: QueryExecutorProvider): Promise<ArticleRow[]> {
  const { rows } = await sql<ArticleRow>`
    select place, id, seq, "leadPlace", url, title, "publishedAt", "toolId", "toolName" from news_articles
    where coalesce("leadPlace", place) in (
      select coalesce("leadPlace", place) from news_articles
      where url in (select url from news_articles group by url having count(*) > 1))
    order by seq`.execute(db);
  return rows;
}

/** Joins clusters that share an address. */
function mergeClusters(rows: readonly ArticleRow[]): MergedCluster[] {
  const parents = new Map<number, number>();
  const rootOf = (cluster: number): number => {
    let root = cluster;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    if (root !== cluster) parents.set(cluster, root);
    return root;
  };
  const clusterOf = ({ leadPlace, place }: ArticleRow) => leadPlace ?? place;
  const clusterAt = new Map<string, number>();
  for (const row of rows) {
    const [cluster, other] = [rootOf(clusterOf(row)), rootOf(clusterAt.get(row.url) ?? clusterOf(row))];
    if (cluster !== other) parents.set(cluster, other);
    clusterAt.set(row.url, other);
  }
  return [...Map.groupBy(rows, (row) => rootOf(clusterOf(row))).values()].flatMap((articles) => {
    const lead = articles.find(({ leadPlace }) => leadPlace === null) ?? articles[0];
    if (!lead) return [];
    const atAddress = new Map([[lead.url, lead]]);
    for (const article of articles) if (!atAddress.has(article.url)) atAddress.set(article.url, article);
    const remaining = new Set(atAddress.values());
    return {
      lead,
      others: [...remaining].filter((article) => article !== lead),
      repeated: articles.filter((article) => !remaining.has(article)),
    };
  });
}

async function storeMerged(db: QueryExecutorProvider, merged: readonly MergedCluster[]): Promise<void> {
  const leads = new Map(
    merged.flatMap(({ lead, others, repeated }) =>
      [...others, ...repeated].map(({ place }) => [place, lead]),
    ),
  );
  const newIds = new Map(
    merged.flatMap(({ lead, others, repeated }) => [...others, ...repeated].map(({ id }) => [id, lead.id])),
  );
  await mergeFlags(db, leads);
  await storeArticles(db, merged);
  await countRead(db);
  await mergeLinks(db, newIds);
  await linkTools(db, merged);
  await moveEvidence(db, newIds);
  await moveEvents(db, newIds);
  await moveDeletedRows(db, newIds);
  for (const queue of ["search_queue", "link_queue"])
    await inBatches(merged, (batch) =>
      sql`insert into ${sql.table(queue)} (kind, "itemId")
        values ${sql.join(batch.map(({ lead }) => sql`('article', ${lead.id})`))} on conflict do nothing`.execute(
        db,
      ),
    );
}

async function inBatches<Row>(rows: readonly Row[], work: (batch: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await work(rows.slice(start, start + ROWS_AT_ONCE));
}

/** Moves everyone's flags to the lead articles. Stars remain, and "unread" remains if a user set it. */
async function mergeFlags(db: QueryExecutorProvider, leads: ReadonlyMap<number, ArticleRow>): Promise<void> {
  await inBatches([...leads.keys()], async (places) => {
    const { rows } = await sql<{ userId: string; place: number; isRead: number | null; isStarred: number }>`
      delete from news_marks where place in ${engineOf(db).valuesOf(places)}
      returning "userId", place, "isRead", "isStarred"`.execute(db);
    for (const { userId, place, isRead, isStarred } of rows)
      await sql`insert into news_marks as mark ("userId", place, "isRead", "isStarred")
        values (${userId}, ${leads.get(place)?.place}, ${isRead}, ${isStarred})
        on conflict ("userId", place) do update set
          "isRead" = case when mark."isRead" = 0 or excluded."isRead" = 0 then 0
            else coalesce(mark."isRead", excluded."isRead") end,
          "isStarred" = case when mark."isStarred" = 1 then 1 else excluded."isStarred" end`.execute(db);
  });
}

/** Deletes repeated articles and moves the others to their lead's cluster. Triggers count and index leads. */
async function storeArticles(db: QueryExecutorProvider, merged: readonly MergedCluster[]): Promise<void> {
  const { valuesOf } = engineOf(db);
  // Triggers ignore changes of `leadPlace`, so these articles are inserted again.
  const reinserted = merged.flatMap(({ lead, others }) => [
    ...(lead.leadPlace === null ? [] : [{ article: lead, lead, leadPlace: null }]),
    ...others
      .filter(({ leadPlace }) => leadPlace === null)
      .map((article) => ({ article, lead, leadPlace: lead.place })),
  ]);
  await sql`create temporary table moved_articles as select * from news_articles where place is null`.execute(
    db,
  );
  await sql`create unique index moved_articles_place on moved_articles (place)`.execute(db);
  await inBatches(reinserted, (batch) =>
    sql`insert into moved_articles select * from news_articles
      where place in ${valuesOf(batch.map(({ article }) => article.place))}`.execute(db),
  );
  for (const { article, lead, leadPlace } of reinserted)
    await sql`update moved_articles
      set "leadPlace" = ${leadPlace}, "toolId" = ${lead.toolId}, "toolName" = ${lead.toolName}
      where place = ${article.place}`.execute(db);
  const deleted = [
    ...merged.flatMap(({ repeated }) => repeated),
    ...reinserted.map(({ article }) => article),
  ];
  await inBatches(deleted, (batch) =>
    sql`delete from news_articles where place in ${valuesOf(batch.map(({ place }) => place))}`.execute(db),
  );
  await sql`insert into news_articles select * from moved_articles`.execute(db);
  await sql`drop table moved_articles`.execute(db);
  for (const { lead, others } of merged)
    for (const { place, leadPlace, toolId } of others)
      if (leadPlace !== null && (leadPlace !== lead.place || toolId !== lead.toolId))
        await sql`update news_articles
          set "leadPlace" = ${lead.place}, "toolId" = ${lead.toolId}, "toolName" = ${lead.toolName}
          where place = ${place}`.execute(db);
}

/** Recounts the clusters that each user has read. */
async function countRead(db: QueryExecutorProvider): Promise<void> {
  const isBefore = sql`case when article.seq <= news_readers."readThrough" then 1 else 0 end`;
  await sql`update news_readers set "readStories" =
    (select count(*) from news_articles as article
      where "leadPlace" is null and seq <= news_readers."readThrough")
    + coalesce((select sum(mark."isRead" - ${isBefore}) from news_marks as mark
      join news_articles as article on article.place = mark.place
      where mark."userId" = news_readers."userId" and mark."isRead" is not null and article."leadPlace" is null), 0)`.execute(
    db,
  );
}

/**
 * Moves links of merged articles to the lead articles. If several links connect the same items, one with a user's
 * answer remains.
 */
async function mergeLinks(db: QueryExecutorProvider, newIds: ReadonlyMap<string, string>): Promise<void> {
  const { valuesOf } = engineOf(db);
  const ids = [...new Set([...newIds.keys(), ...newIds.values()])];
  const found = new Map<string, LinkRow>();
  await inBatches(ids, async (batch) => {
    for (const [kind, id] of [
      ["fromKind", "fromId"],
      ["toKind", "toId"],
    ] as const) {
      const { rows } = await sql<LinkRow>`select id, "fromKind", "fromId", "toKind", "toId", state from links
        where ${sql.ref(kind)} = 'article' and ${sql.ref(id)} in ${valuesOf(batch)}`.execute(db);
      for (const row of rows) found.set(row.id, row);
    }
  });
  const endOf = (kind: string, id: string) => (kind === "article" ? (newIds.get(id) ?? id) : id);
  const moved = [...found.values()].map((row) => {
    const [fromId, toId] = [endOf(row.fromKind, row.fromId), endOf(row.toKind, row.toId)];
    return { ...row, fromId, toId, isMoved: fromId !== row.fromId || toId !== row.toId };
  });
  const isAnswer = ({ state }: LinkRow) => state === "confirmed" || state === "rejected";
  const groups = Map.groupBy(moved, ({ fromKind, fromId, toKind, toId }) =>
    [fromKind, fromId, toKind, toId].join(" "),
  );
  const dropped: string[] = [];
  const changed: (typeof moved)[number][] = [];
  for (const links of groups.values()) {
    const remainingLink = links.find(isAnswer) ?? links.find(({ isMoved }) => !isMoved) ?? links[0];
    const isItself =
      remainingLink?.fromKind === remainingLink?.toKind && remainingLink?.fromId === remainingLink?.toId;
    dropped.push(...links.filter((link) => isItself || link !== remainingLink).map(({ id }) => id));
    if (remainingLink?.isMoved === true && !isItself) changed.push(remainingLink);
  }
  await inBatches(dropped, (batch) => sql`delete from links where id in ${valuesOf(batch)}`.execute(db));
  for (const { id, fromId, toId } of changed)
    await sql`update links set "fromId" = ${fromId}, "toId" = ${toId} where id = ${id}`.execute(db);
}

/** Links the lead articles to the further tools of their clusters, as a scan of the lead's texts does. */
async function linkTools(db: QueryExecutorProvider, merged: readonly MergedCluster[]): Promise<void> {
  const links = merged.flatMap(({ lead, others, repeated }) => {
    const inOrder = [...others, ...repeated].toSorted((one, other) => one.seq - other.seq);
    const names = new Map(inOrder.map(({ toolId, toolName }) => [toolId, toolName]));
    names.delete(lead.toolId);
    return [...names].map(([toolId, name]) => ({ lead, toolId, name }));
  });
  const values = ({
    lead,
    toolId,
    name,
  }: (typeof links)[number]): RawBuilder<unknown> => sql`(${randomUUID()},
    'article', ${lead.id}, 'tool', ${toolId}, 'address', ${name}, ${lead.title}, 'subject', 'found',
    ${lead.publishedAt}, ${lead.place})`;
  await inBatches(links, (batch) =>
    sql`insert into links
      (id, "fromKind", "fromId", "toKind", "toId", how, spelled, excerpt, field, state, at, place)
      values ${sql.join(batch.map(values))}
      on conflict ("fromKind", "fromId", "toKind", "toId") do update set place = excluded.place`.execute(db),
  );
}

async function moveEvidence(db: QueryExecutorProvider, newIds: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await sql<{ verdictId: string; itemId: string; stance: string }>`
    select "verdictId", "itemId", stance from verdict_evidence where kind = 'article'`.execute(db);
  for (const { verdictId, itemId, stance } of rows) {
    const newId = newIds.get(itemId);
    if (newId === undefined) continue;
    await sql`delete from verdict_evidence
      where "verdictId" = ${verdictId} and kind = 'article' and "itemId" = ${itemId}`.execute(db);
    await sql`insert into verdict_evidence ("verdictId", kind, "itemId", stance)
      values (${verdictId}, 'article', ${newId}, ${stance}) on conflict do nothing`.execute(db);
  }
}

async function moveEvents(db: QueryExecutorProvider, newIds: ReadonlyMap<string, string>): Promise<void> {
  const { rows } = await sql<{ seq: number; kind: string; itemId: string; detail: string }>`
    select seq, kind, "itemId", detail from events
    where kind = 'article' or detail like '%"kind":"article"%'`.execute(db);
  for (const { seq, kind, itemId, detail } of rows) {
    const newId = kind === "article" ? (newIds.get(itemId) ?? itemId) : itemId;
    const newDetail = withNewIds(detail, newIds);
    if (newId !== itemId || newDetail !== detail)
      await sql`update events set "itemId" = ${newId}, detail = ${newDetail} where seq = ${seq}`.execute(db);
  }
}

/** Updates saved links and evidence of deleted items, so that they can be restored. */
async function moveDeletedRows(
  db: QueryExecutorProvider,
  newIds: ReadonlyMap<string, string>,
): Promise<void> {
  const { rows } = await sql<{ deletionId: string; position: number; content: string }>`
    select "deletionId", position, content from deleted_rows
    where "tableName" in ('links', 'verdict_evidence') and content like '%"article"%'`.execute(db);
  for (const { deletionId, position, content } of rows) {
    const newContent = withNewIds(content, newIds);
    if (newContent !== content)
      await sql`update deleted_rows set content = ${newContent}
        where "deletionId" = ${deletionId} and position = ${position}`.execute(db);
  }
}

/** Replaces ids in JSON text. */
const withNewIds = (json: string, newIds: ReadonlyMap<string, string>): string =>
  json.replaceAll(/"([^"\\]+)"/gu, (text, id: string) => {
    const newId = newIds.get(id);
    return newId === undefined ? text : `"${newId}"`;
  });
