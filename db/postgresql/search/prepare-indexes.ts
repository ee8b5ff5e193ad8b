import { sql, type Transaction } from "kysely";

import type { Db } from "../../database.ts";
import type { TrigramIndex } from "../../engine.ts";
import type { Schema } from "../../schema.ts";
import { caseInsensitive } from "../contains.ts";
import { archiveTexts } from "./archive-texts.ts";

/** What the server has, which the queries are to be said by. */
export interface ServerFeatures {
  /** The collations of ICU, which the official builds have. */
  hasIcu: boolean;
  /** Indexes of trigrams, by the extension pg_trgm. */
  hasTrigrams: boolean;
}

/** What is selected to know them; an extension in a schema that nobody looks into can't be used. */
export const FEATURES = `
  exists (select from pg_collation where collname = 'und-x-icu') as "hasIcu",
  exists (select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)) as "hasTrigrams"`;

/** Looks what the server has; changes nothing. */
export async function readFeatures(db: Db): Promise<ServerFeatures> {
  const { rows } = await sql<ServerFeatures>`select ${sql.raw(FEATURES)}`.execute(db);
  return rows[0] ?? { hasIcu: false, hasTrigrams: false };
}

export const TRIGRAM_INDEXES = [
  "paper_trigrams",
  "story_trigrams",
] as const satisfies readonly TrigramIndex[];

/**
 * Makes the indexes of trigrams where they are missing and the server lets us: whoever may make tables in a database may
 * have its extension there too. Returns what the server has then. Call it when the tables are up to date, under the
 * lock of the migrations.
 */
export async function prepareIndexes(db: Transaction<Schema>): Promise<ServerFeatures> {
  await createExtension(db);
  const features = await readFeatures(db);
  if (!features.hasTrigrams) return features;
  const { lowerForIndex } = caseInsensitive(features);
  for (const index of TRIGRAM_INDEXES) {
    // To ask for it once more would wait for everybody who writes to the table, and have others wait meanwhile.
    if (await isThere(db, index)) continue;
    const { table, text, rows } = archiveTexts[index];
    await sql`create index ${sql.ref(index)} on ${sql.table(table)}
      using gin ((${lowerForIndex(text)}) gin_trgm_ops) where ${rows}`.execute(db);
  }
  return features;
}

/** Whether searches for substrings can go by the indexes, once the server has the extension. */
export async function hasTrigramIndexes(db: Db): Promise<boolean> {
  for (const index of TRIGRAM_INDEXES) if (!(await isThere(db, index))) return false;
  return true;
}

async function isThere(db: Db, index: TrigramIndex): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`
    select to_regclass(${sql.lit(index)}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere ?? false;
}

/** Without the right to, substrings are looked for text by text. */
async function createExtension(db: Transaction<Schema>): Promise<void> {
  const { rows } = await sql`select 1 from pg_available_extensions
    where name = 'pg_trgm' and installed_version is null`.execute(db);
  if (rows.length === 0) return;
  await sql`savepoint extension`.execute(db);
  try {
    await sql`create extension pg_trgm`.execute(db);
  } catch {
    // Without the right to, substrings are looked for text by text.
    await sql`rollback to savepoint extension`.execute(db);
  }
}
