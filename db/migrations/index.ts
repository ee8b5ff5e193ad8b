import type { QueryExecutorProvider } from "kysely";

import { engineOf } from "../engine.ts";
import { jobLeases } from "./0019-job-leases.ts";
import { teamMemory } from "./0020-team-memory.ts";
import { linksToComments } from "./0021-links-to-comments.ts";
import { withdrawnPapersAndSearchedVerdicts } from "./0024-withdrawn-papers-and-searched-verdicts.ts";
import { accountStates } from "./0025-account-states.ts";
import { deletionsInPortions } from "./0030-deletions-in-portions.ts";

export interface Migration {
  name: string;
  up(db: QueryExecutorProvider): Promise<void>;
}

export interface Migrated {
  from: number;
  to: number;
  /** Backup created before a file with data was migrated. */
  backupFile: string | null;
}

/** Schema version in which PostgreSQL starts. SQLite reached it through earlier migrations. */
export const FIRST_SHARED_VERSION = 18;

/** Migrations for all engines since then, in order. A released one is never edited. */
export const sharedMigrations: readonly Migration[] = [
  { name: "0019-job-leases", up: jobLeases },
  { name: "0020-team-memory", up: teamMemory },
  { name: "0021-links-to-comments", up: linksToComments },
  {
    // Notifies all processes when long titles change.
    name: "0022-notices-of-titles",
    up: (db) => engineOf(db).noteChanges(db, "long_titles"),
  },
  { name: "0024-withdrawn-papers-and-searched-verdicts", up: withdrawnPapersAndSearchedVerdicts },
  { name: "0025-account-states", up: accountStates },
  {
    // Allows SQLite before 3.45, where `json_valid(null)` is 0, to check, dump and load a database with unread feeds.
    name: "0026-null-in-json-columns",
    up: (db) => engineOf(db).allowNullInJson(db, "news_feeds", "reading"),
  },
  { name: "0030-deletions-in-portions", up: deletionsInPortions },
  { name: "0031-search-configuration", up: (db) => engineOf(db).createSearchConfiguration(db) },
];

/** Schema version of this program. */
export const SCHEMA_VERSION = FIRST_SHARED_VERSION + sharedMigrations.length;
