import type { Database } from "better-sqlite3";
import { type CompiledQuery, type DatabaseConnection, type QueryResult, SqliteDriver } from "kysely";

import { Statements } from "./statements.ts";

/** Connection that sees committed data. It is opened on first use. */
export class Reader {
  readonly #driver: SqliteDriver;
  #connection: Promise<DatabaseConnection> | undefined;

  constructor(openReader: () => Database) {
    this.#driver = new SqliteDriver({ database: () => Promise.resolve(new Statements(openReader())) });
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#connection ??= this.#open();
    return (await this.#connection).executeQuery<Row>(query);
  }

  async #open(): Promise<DatabaseConnection> {
    try {
      await this.#driver.init();
      return await this.#driver.acquireConnection();
    } catch (error) {
      // The next read tries again.
      this.#connection = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#connection?.catch(() => null);
    await this.#driver.destroy();
  }
}
