import type { Transaction } from "kysely";

import type { Db } from "#db/database.ts";
import type { Schema } from "#db/schema.ts";

/** Takes back what a first run has written. */
class FirstRunOver extends Error {}

/**
 * Has every transaction of a database done twice: to its end and taken back, then once more, as where a database server
 * refuses to commit it the first time. What a callback does besides writing shows by that.
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
