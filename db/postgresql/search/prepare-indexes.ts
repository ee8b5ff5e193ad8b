import { type RawBuilder, sql, type Transaction } from "kysely";

import type { Db } from "../../database.ts";
import type { TrigramIndex } from "../../engine.ts";
import type { Schema } from "../../schema.ts";
import { caseInsensitive } from "../contains.ts";

/** Texts with a trigram index, which finds any part of a word. */
export interface ArchiveTexts {
  table: "news_articles" | "research_papers";
  text: RawBuilder<string>;
  /** Filter for the rows of the table. */
  rows: RawBuilder<boolean>;
}

export const archiveTexts: Readonly<Record<TrigramIndex, ArchiveTexts>> = {
  paper_trigrams: {
    table: "research_papers",
    text: sql`"title" || chr(10) || "authors" || chr(10) || "abstract"`,
    rows: sql`true`,
  },
  story_trigrams: {
    table: "news_articles",
    text: sql`"title" || chr(10) || coalesce("content", '')`,
    rows: sql`"leadPlace" is null`,
  },
};

/** Server features that determine how queries are written. */
export interface ServerFeatures {
  /** True if ICU collations are available, as in the official builds. */
  hasIcu: boolean;
  /** True if trigram indexes are available, from the extension pg_trgm. */
  hasTrigrams: boolean;
}

/** Columns of the feature query. An extension outside the search path can't be used. */
export const FEATURES = `
  exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu",
  exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) as "hasTrigrams"`;

/** Reads the server's features without changing anything. */
export async function readFeatures(db: Db): Promise<ServerFeatures> {
  const { rows } = await sql<ServerFeatures>`select ${sql.raw(FEATURES)}`.execute(db);
  return rows[0] ?? { hasIcu: false, hasTrigrams: false };
}

export const TRIGRAM_INDEXES = [
  "paper_trigrams",
  "story_trigrams",
] as const satisfies readonly TrigramIndex[];

/**
 * Creates missing trigram indexes if the server allows it, and returns the resulting features. A user who may create
 * tables may create the extension too. Call it after the migrations, under their lock.
 */
export async function prepareIndexes(db: Transaction<Schema>): Promise<ServerFeatures> {
  await createExtension(db);
  const features = await readFeatures(db);
  if (!features.hasTrigrams) return features;
  const { lowerForIndex } = caseInsensitive(features);
  for (const index of TRIGRAM_INDEXES) {
    // An existing index is not created again, because that would wait for all writers of the table and block others
    // until then.
    if (await indexExists(db, index)) continue;
    const { table, text, rows } = archiveTexts[index];
    await sql`create index ${sql.ref(index)} on ${sql.table(table)}
      using gin ((${lowerForIndex(text)}) gin_trgm_ops) where ${rows}`.execute(db);
  }
  return features;
}

/** True if substring searches can use the indexes, provided that the server has the extension. */
export async function hasTrigramIndexes(db: Db): Promise<boolean> {
  for (const index of TRIGRAM_INDEXES) if (!(await indexExists(db, index))) return false;
  return true;
}

async function indexExists(db: Db, index: TrigramIndex): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${sql.lit(index)}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere ?? false;
}

/** Creates the extension if the server allows it. Without it, substring searches scan each text. */
async function createExtension(db: Transaction<Schema>): Promise<void> {
  const { rows } = await sql`select 1 from pg_available_extensions
    where name = 'pg_trgm' and installed_version is null`.execute(db);
  if (rows.length === 0) return;
  await sql`savepoint extension`.execute(db);
  try {
    await sql`create extension pg_trgm`.execute(db);
  } catch {
    // The user lacks the permission.
    await sql`rollback to savepoint extension`.execute(db);
  }
}
