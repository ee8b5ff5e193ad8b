import { setTimeout } from "node:timers/promises";

import { Kysely, type Transaction, type TransactionBuilder } from "kysely";

import type { Schema } from "../schema.ts";
import { RepeatableError } from "./server-errors.ts";

/** The first of them waits up to so long, so that those that met do not meet again; each next one twice as long. */
const FIRST_WAIT_MS = 20;

/**
 * A database whose transactions are serializable: as if they ran one after the other. One that the server gives up for
 * that is done again from its start, at most three times; callbacks have no effect but on the database.
 */
export class RepeatingKysely extends Kysely<Schema> {
  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction().setIsolationLevel("serializable");
    const execute = builder.execute.bind(builder);
    builder.execute = <Result>(callback: (transaction: Transaction<Schema>) => Promise<Result>) =>
      repeating(() => execute(callback));
    return builder;
  }
}

async function repeating<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repetition = 0; ; repetition += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RepeatableError) || repetition >= error.repetitions) throw error;
    }
    await setTimeout(Math.random() * FIRST_WAIT_MS * 2 ** repetition);
  }
}
