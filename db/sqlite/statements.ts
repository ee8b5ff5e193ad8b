import type { Database, Statement } from "better-sqlite3";

import { writtenTableOf } from "../written-table.ts";

/** As many as the product has statements of its own, and some room; each takes a few kilobytes. */
const MAX_KEPT = 500;
/** Longer ones are inserts of many rows, which seldom come again with the same number of them. */
const MAX_LENGTH = 8000;
/** What changes tables: `select *` of a kept statement would not know a new column. */
const CHANGES_TABLES = /^\s*(?:create|alter|drop)\b/iu;
/** Stands for any table, where a statement does not begin with the one that it writes to. */
const ANY_TABLE = "";
const NO_TABLES: ReadonlySet<string> = new Set();

interface Kept {
  statement: Statement;
  /** Null where it only reads. */
  writesTo: string | null;
}

/** Statements of one connection: prepared once and kept by their SQL, and what they write is noted. */
export class Statements {
  readonly #database: Database;
  /** The one that was used longest ago comes first. */
  readonly #kept = new Map<string, Kept>();
  /** Counts writes and commits as they follow one another. */
  #clock = 0;
  #lastCommit = 0;
  #lastWrite = 0;
  readonly #lastWrites = new Map<string, number>();
  /** The tables that were written to since the last commit. */
  #written = new Set<string>();
  readonly #listeners: { tables: readonly string[]; listen: () => void }[] = [];

  constructor(database: Database) {
    this.#database = database;
  }

  /** Grows with every commit of something that was written. */
  get lastCommit(): number {
    return this.#lastCommit;
  }

  /** Differs after every statement that writes to one of these tables, or to any, and again once that is committed. */
  markOf(tables?: readonly string[]): string {
    const last = tables ? this.#lastWriteTo([...tables, ANY_TABLE]) : this.#lastWrite;
    return last > this.#lastCommit ? `${last}+` : String(last);
  }

  #lastWriteTo(tables: readonly string[]): number {
    return Math.max(...tables.map((table) => this.#lastWrites.get(table) ?? 0));
  }

  /** The statement for one execution right away. */
  prepare(sql: string): Statement {
    const { statement, writesTo } = this.#find(sql);
    if (writesTo !== null) {
      this.#lastWrite = this.#clock += 1;
      this.#lastWrites.set(writesTo, this.#lastWrite);
      this.#written.add(writesTo);
    }
    return statement;
  }

  /** Has a listener told after each commit of something that was written to one of these tables. */
  onCommit(tables: readonly string[], listen: () => void): void {
    this.#listeners.push({ tables: [...tables, ANY_TABLE], listen });
  }

  /** Notes that what was written is committed, or taken back; returns the tables, to be told once that is certain. */
  settle(): ReadonlySet<string> {
    if (this.#lastWrite > this.#lastCommit) this.#lastCommit = this.#clock += 1;
    if (this.#written.size === 0) return NO_TABLES;
    const written = this.#written;
    this.#written = new Set();
    return written;
  }

  /** Tells listeners of a commit. */
  tell(written: ReadonlySet<string>): void {
    for (const { tables, listen } of this.#listeners) {
      if (tables.some((table) => written.has(table))) listen();
    }
  }

  /** Notes that what was written since the last commit will not be committed. */
  forget(): void {
    this.#written.clear();
  }

  close(): void {
    this.#kept.clear();
    this.#database.close();
  }

  #find(sql: string): Kept {
    const kept = this.#kept.get(sql);
    // One that is still giving out its rows cannot begin again.
    if (kept?.statement.busy === false) {
      this.#kept.delete(sql);
      this.#kept.set(sql, kept);
      return kept;
    }
    if (CHANGES_TABLES.test(sql)) this.#kept.clear();
    const statement = this.#database.prepare(sql);
    const writesTo = statement.readonly ? null : (writtenTableOf(sql) ?? ANY_TABLE);
    const found = { statement, writesTo };
    if (sql.length <= MAX_LENGTH) this.#keep(sql, found);
    return found;
  }

  #keep(sql: string, found: Kept): void {
    this.#kept.set(sql, found);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
