import type { Transaction } from "kysely";

import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

/** Rolls back a first run. */
class FirstRunOver extends Error {}

/**
 * Runs every transaction of a database twice: to its end and rolled back, then again, like after a refused commit.
 * This reveals side effects of a callback other than writes.
 */
export function repeatTransactions(db: Db): void {
  const begin = db.transaction.bind(db);
  db.transaction = () => {
    const builder = begin();
    const execute = builder.execute.bind(builder);
    builder.execute = async <Result>(callback: (db: Transaction<Schema>) => Promise<Result>) => {
      try {
        await begin().execute(async (transaction) => {
          await callback(transaction);
          throw new FirstRunOver();
        });
      } catch (error) {
        if (!(error instanceof FirstRunOver)) throw error;
      }
      return execute(callback);
    };
    return builder;
  };
}
