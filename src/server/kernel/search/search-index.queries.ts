import { z } from "zod";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { deleteSetting, findSetting, storeSetting } from "#db/settings.ts";
import { queueIndexed } from "#server/kernel/links/link-queue.queries.ts";
import { listNextIds, loadDocs } from "#server/kernel/texts/texts.queries.ts";
import { SEARCH_KINDS, type SearchKind, searchKindSchema } from "#shared/search/search.ts";

/** Indexes these items in their current state. Removes deleted ones from the index. */
async function indexDocs(db: Db, kind: SearchKind, ids: readonly string[]): Promise<void> {
  const docs = await loadDocs(db, kind, ids);
  const existing = new Set(docs.map(({ itemId }) => itemId));
  const deleted = ids.filter((id) => !existing.has(id)).map((itemId) => ({ kind, itemId }));
  if (deleted.length > 0) await engineOf(db).search.drop(db, deleted);
  if (docs.length > 0) await engineOf(db).search.put(db, docs);
}

/** True if there are changes that are not indexed yet. */
export async function hasChanges(db: Db): Promise<boolean> {
  return (await db.selectFrom("search_queue").select("kind").limit(1).executeTakeFirst()) !== undefined;
}

/** Indexes the next few changed items. Returns true if there may be more. */
export const indexChanged = (db: Db, limit: number): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await engineOf(transaction).lockTable(transaction, "search_docs");
    const changed = await transaction
      .selectFrom("search_queue")
      .selectAll()
      // Descending, so that people's own content precedes papers and news.
      .orderBy("kind", "desc")
      .orderBy("itemId", "desc")
      .limit(limit)
      .execute();
    for (const kind of SEARCH_KINDS) {
      const ids = changed.filter((one) => one.kind === kind).map(({ itemId }) => itemId);
      if (ids.length === 0) continue;
      await indexDocs(transaction, kind, ids);
      await queueIndexed(transaction, kind, ids);
      await transaction
        .deleteFrom("search_queue")
        .where("kind", "=", kind)
        .where("itemId", "in", ids)
        .execute();
    }
    return changed.length === limit;
  });

/** Progress of indexing existing content. Absent once everything is indexed. */
const backfillSchema = z.object({ kind: searchKindSchema, after: z.string() });
const BACKFILL = "searchBackfill";

async function findBackfill(db: Db): Promise<z.infer<typeof backfillSchema> | null> {
  const value = await findSetting(db, BACKFILL);
  return value === undefined ? null : backfillSchema.parse(JSON.parse(value));
}

/** True if everything is indexed. */
export const isIndexComplete = async (db: Db): Promise<boolean> =>
  (await findBackfill(db)) === null && !(await hasChanges(db));

/** Indexes the next batch of existing content and stores the progress. Returns true if there is more. */
export async function indexNext(db: Db, limit: number): Promise<boolean> {
  // Checked before locking, so that nobody waits for a lock in vain: this runs every second.
  if ((await findBackfill(db)) === null) return false;
  return db.transaction().execute(async (transaction) => {
    await engineOf(transaction).lockTable(transaction, "search_docs");
    const backfill = await findBackfill(transaction);
    if (backfill === null) return false;
    const { kind, after } = backfill;
    const ids = await listNextIds(transaction, kind, after, limit);
    await indexDocs(transaction, kind, ids);
    const last = ids.at(-1);
    const next = last === undefined ? nextKind(kind) : { kind, after: last };
    if (next === null) {
      await deleteSetting(transaction, BACKFILL);
      return false;
    }
    await storeSetting(transaction, BACKFILL, JSON.stringify(next));
    return true;
  });
}

function nextKind(kind: SearchKind): { kind: SearchKind; after: string } | null {
  const next = SEARCH_KINDS[SEARCH_KINDS.indexOf(kind) + 1];
  return next === undefined ? null : { kind: next, after: "" };
}

/** Merges part of every full-text index. Returns true if there is more to merge. */
export const mergeIndexes = (db: Db): Promise<boolean> => engineOf(db).maintainIndexes(db);
