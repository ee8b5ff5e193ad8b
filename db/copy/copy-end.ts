import type { Transaction } from "kysely";

import type { Db } from "../database.ts";
import type { Schema } from "../schema.ts";

/** The last numbers that were given; none of them is given again, also where its row is gone. */
export interface Counters {
  commentPosition: number;
  eventSeq: number;
}

/** What copying needs of each kind of database besides its tables. */
export interface CopyEnd {
  /** What operators know it by; two with the same name are the same database. */
  name: string;
  /**
   * The version of its tables, without changing anything: 0 for none, null where there is no database. Throws where it
   * cannot be used.
   */
  readVersion(): Promise<number | null>;
  readCounters(db: Db): Promise<Counters>;
  /** Prepares empty tables for many rows, within the transaction that stores them. */
  begin(db: Transaction<Schema>): Promise<void>;
  /** Has a filled database go on behind these numbers, and prepares it for its first queries. */
  finish(db: Transaction<Schema>, counters: Counters): Promise<void>;
}
