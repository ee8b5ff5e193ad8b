import type { Db } from "#db/database.ts";
import { openForReading } from "#db/open.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import { findInItems, type ReadItem } from "./find-in-items.task.ts";
import { type KnownNames, readHeads, readNames } from "./names-to-find.task.ts";

/** Input for a worker that scans items. */
export interface FindLinksTask {
  databaseUrl: string;
  origins: readonly string[];
  kind: ItemKind;
  ids: readonly string[];
  /** Versions that change with the names of tools, and with long titles. */
  namesMark: string;
  titlesMark: string;
}

interface Cached<Value> {
  mark: string;
  value: Promise<Value>;
}

/** Data of one database, cached by this thread. */
interface Source {
  db: Promise<Db>;
  names?: Cached<KnownNames>;
  heads?: Cached<TitleHeads>;
}

const sources = new Map<string, Source>();

/** Finds mentions in items' texts in a worker thread, through a read-only connection. */
export async function findLinks({
  databaseUrl,
  origins,
  kind,
  ids,
  namesMark,
  titlesMark,
}: FindLinksTask): Promise<ReadItem[]> {
  const source = sources.get(databaseUrl) ?? { db: openForReading(databaseUrl) };
  sources.set(databaseUrl, source);
  try {
    const db = await source.db;
    if (source.names?.mark !== namesMark) source.names = { mark: namesMark, value: readNames(db) };
    // Each scanned paper may add a title. So all titles are only loaded for articles, which are scanned after papers.
    if (source.heads?.mark !== titlesMark && kind === "article")
      source.heads = { mark: titlesMark, value: readHeads(db) };
    const heads = source.heads?.mark === titlesMark ? await source.heads.value : undefined;
    const known = await source.names.value;
    return await findInItems(db, { known, origins, ...(heads && { heads }) }, kind, ids);
  } catch (error) {
    sources.delete(databaseUrl);
    throw error;
  }
}
