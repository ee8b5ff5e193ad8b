import { setTimeout } from "node:timers/promises";

import { Kysely, type Transaction, type TransactionBuilder } from "kysely";

import type { Schema } from "../schema.ts";
import { SerialQueue } from "../serial-queue.ts";
import { isPatient } from "./dialect.ts";
import { RepeatableError } from "./server-errors.ts";

/** Before one is repeated again it waits up to twice so long, for those of other processes; each time twice as long. */
const FIRST_WAIT_MS = 20;

/**
 * A database whose transactions are serializable: as if they ran one after the other. One that the server gives up for
 * that is done again from its start, at most three times; callbacks have no effect but on the database.
 */
export class RepeatingKysely extends Kysely<Schema> {
  /** Those that are repeated go one after the other, so that they do not meet each other again. */
  readonly #turns = new SerialQueue();
  /** Nobody who waits has to wait for a job. */
  readonly #patientTurns = new SerialQueue();

  override transaction(): TransactionBuilder<Schema> {
    const builder = super.transaction().setIsolationLevel("serializable");
    const execute = builder.execute.bind(builder);
    builder.execute = <Result>(callback: (transaction: Transaction<Schema>) => Promise<Result>) =>
      repeating(isPatient() ? this.#patientTurns : this.#turns, () => execute(callback));
    return builder;
  }
}

async function repeating<Result>(turns: SerialQueue, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RepeatableError)) throw error;
  }
  const pass = await turns.take();
  try {
    return await repeat(work);
  } finally {
    pass();
  }
}

async function repeat<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let repetition = 1; ; repetition += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof RepeatableError) || repetition >= error.repetitions) throw error;
    }
    await setTimeout(Math.random() * FIRST_WAIT_MS * 2 ** repetition);
  }
}
