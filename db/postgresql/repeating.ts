import { setTimeout } from "node:timers/promises";

import { Kysely, type Transaction, type TransactionBuilder } from "kysely";

import type { Schema } from "../schema.ts";
import { SerialQueue } from "../serial-queue.ts";
import { isPatient } from "./dialect.ts";
import { RepeatableError } from "./server-errors.ts";

/**
 * Maximum wait before the first repetition is twice this value, to let other processes finish. It doubles with each
 * repetition.
 */
const FIRST_WAIT_MS = 20;

/**
 * Database with serializable transactions. Repeats a transaction after a conflict, at most three times. Callbacks must
 * have no effects outside the database.
 */
export class RepeatingKysely extends Kysely<Schema> {
  /** Runs repetitions in sequence, so that they don't conflict again. */
  readonly #turns = new SerialQueue();
  /** Separate queue for jobs, so that requests don't wait for them. */
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
