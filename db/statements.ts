import type { Database, Statement } from "better-sqlite3";

/** As many as the product has statements of its own, and some room; each takes a few kilobytes. */
const MAX_KEPT = 500;
/** Longer ones are inserts of many rows, which seldom come again with the same number of them. */
const MAX_LENGTH = 8000;
/** What changes tables: `select *` of a kept statement would not know a new column. */
const CHANGES_TABLES = /^\s*(?:create|alter|drop)\b/iu;

/** Statements of one connection: prepared once, kept by their SQL, and the writing ones counted. */
export class Statements {
  readonly #database: Database;
  /** The one that was used longest ago comes first. */
  readonly #kept = new Map<string, Statement>();
  #writes = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  /** How many writing statements have been asked for: differs after every write of this connection. */
  get writes(): number {
    return this.#writes;
  }

  /** The statement for one execution right away. */
  prepare(sql: string): Statement {
    const statement = this.#find(sql);
    if (!statement.readonly) this.#writes += 1;
    return statement;
  }

  close(): void {
    this.#kept.clear();
    this.#database.close();
  }

  #find(sql: string): Statement {
    const kept = this.#kept.get(sql);
    // One that is still giving out its rows cannot begin again.
    if (kept?.busy === false) {
      this.#kept.delete(sql);
      this.#kept.set(sql, kept);
      return kept;
    }
    if (CHANGES_TABLES.test(sql)) this.#kept.clear();
    const statement = this.#database.prepare(sql);
    if (sql.length <= MAX_LENGTH) this.#keep(sql, statement);
    return statement;
  }

  #keep(sql: string, statement: Statement): void {
    this.#kept.set(sql, statement);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest);
  }
}
