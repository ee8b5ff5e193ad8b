import type { Db } from "#db/database.ts";
import { openForReading } from "#db/open-for-reading.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import { findInItems, type ReadItem } from "./find-in-items.task.ts";
import { createKnownNames, readHeads, readNameCounts, readNames } from "./names-to-find.task.ts";

/** Input for a worker that scans items. */
export interface FindLinksTask {
  databaseUrl: string;
  origins: readonly string[];
  kind: ItemKind;
  ids: readonly string[];
  /** Versions that change with the names of tools, their statistics, and long titles. */
  namesVersion: string;
  countsVersion: string;
  titlesVersion: string;
}

interface Cached<Value> {
  version: string;
  value: Promise<Value>;
}

/** Data of one database, cached by this thread. */
interface Source {
  db: Promise<Db>;
  names?: Cached<Awaited<ReturnType<typeof readNames>>>;
  counts?: Cached<Awaited<ReturnType<typeof readNameCounts>>>;
  heads?: Cached<TitleHeads>;
}

const sources = new Map<string, Source>();

/** Finds mentions in items' texts in a worker thread, through a read-only connection. */
export async function findLinks({
  databaseUrl,
  origins,
  kind,
  ids,
  namesVersion,
  countsVersion,
  titlesVersion,
}: FindLinksTask): Promise<ReadItem[]> {
  const source = sources.get(databaseUrl) ?? { db: openForReading(databaseUrl) };
  sources.set(databaseUrl, source);
  try {
    const db = await source.db;
    if (source.names?.version !== namesVersion)
      source.names = { version: namesVersion, value: readNames(db) };
    if (source.counts?.version !== countsVersion)
      source.counts = { version: countsVersion, value: readNameCounts(db) };
    // Each scanned paper may add a title. So all titles are only loaded for articles, which are scanned after papers.
    if (source.heads?.version !== titlesVersion && kind === "article")
      source.heads = { version: titlesVersion, value: readHeads(db) };
    const heads = source.heads?.version === titlesVersion ? await source.heads.value : undefined;
    const known = createKnownNames(await source.names.value, await source.counts.value);
    return await findInItems(db, { known, origins, ...(heads && { heads }) }, kind, ids);
  } catch (error) {
    sources.delete(databaseUrl);
    throw error;
  }
}
