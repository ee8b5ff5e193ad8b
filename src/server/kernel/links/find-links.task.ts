import type { Db } from "#db/database.ts";
import { openForReading } from "#db/open.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { TitleHeads } from "#shared/mentions/title-heads.ts";

import { findInItems, type ReadItem } from "./find-in-items.task.ts";
import { type KnownNames, readHeads, readNames } from "./names-to-find.task.ts";

/** What a worker gets to read the texts of some items. */
export interface FindLinksTask {
  databaseUrl: string;
  origins: readonly string[];
  kind: ItemKind;
  ids: readonly string[];
  /** Differ once the names of tools, or long titles, have changed. */
  namesMark: string;
  titlesMark: string;
}

interface Cached<Value> {
  mark: string;
  value: Promise<Value>;
}

/** What this thread has read of one database. */
interface Source {
  db: Promise<Db>;
  names?: Cached<KnownNames>;
  heads?: Cached<TitleHeads>;
}

const sources = new Map<string, Source>();

/** Finds what the texts of items name, in a thread of its own, by a connection that can only read. */
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
    // Each paper that is read may bring a title, so that only texts after the last of them are read by all of these.
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
