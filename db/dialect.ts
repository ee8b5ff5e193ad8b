import type { Database } from "better-sqlite3";
import { type DatabaseConnection, SqliteDialect, SqliteDriver } from "kysely";

import { Statements } from "./statements.ts";

/** Kysely's SQLite, but for kept statements, and for transactions that SQLite has ended by itself. */
export class Dialect extends SqliteDialect {
  readonly #database: Database;
  readonly #statements: Statements;

  constructor(database: Database) {
    const statements = new Statements(database);
    super({ database: statements });
    this.#database = database;
    this.#statements = statements;
  }

  /** Differs after every write through this dialect. */
  get writes(): number {
    return this.#statements.writes;
  }

  override createDriver(): Driver {
    return new Driver(this.#database, this.#statements);
  }
}

class Driver extends SqliteDriver {
  readonly #database: Database;

  constructor(database: Database, statements: Statements) {
    super({ database: statements });
    this.#database = database;
  }

  // After a full disk and some other faults SQLite has rolled back already (https://www.sqlite.org/lang_transaction.html,
  // section 3). To do it again would fail, and that failure would take the place of the one that tells what happened.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection);
  }
}
