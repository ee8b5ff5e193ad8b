import type { Transaction } from "kysely";

import type { Db } from "../database.ts";
import type { Schema } from "../schema.ts";

/** Last ids assigned. They are never reused, even after their rows are deleted. */
export interface Counters {
  commentPosition: number;
  eventSeq: number;
}

/** Engine-specific steps of a copy, apart from the tables. */
export interface CopyEnd {
  /** Name shown to operators. Two databases with the same name are the same database. */
  name: string;
  /**
   * Returns the schema version without changing anything: 0 for no tables, null for no database. Throws if the
   * database can't be used.
   */
  readVersion(): Promise<number | null>;
  readCounters(db: Db): Promise<Counters>;
  /** Prepares empty tables for a bulk insert, within the transaction that stores the rows. */
  begin(db: Transaction<Schema>): Promise<void>;
  /** Continues the counters of a filled database after these numbers and prepares it for its first queries. */
  finish(db: Transaction<Schema>, counters: Counters): Promise<void>;
}
