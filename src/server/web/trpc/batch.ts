import { invalid, tooLarge } from "#server/errors.ts";
import { CALLED_ALONE } from "#shared/unbatched-procedures.ts";

/** The largest number of procedures that one tRPC request may call. */
export const MAX_BATCH_SIZE = 10;
/** As many as one list has at most. */
const MAX_ROWS = 10_000;

/** What the calls of one tRPC request share. */
export class Batch {
  readonly #isBatch: boolean;
  #rows = 0;

  /** Refuses, with 400, calls that have to be made alone. */
  constructor(procedures: readonly string[]) {
    this.#isBatch = procedures.length > 1;
    const alone = this.#isBatch && procedures.find((name) => CALLED_ALONE.has(name));
    if (alone) throw invalid(`${alone} can't be called in a batch. Call it in a request of its own.`);
  }

  /** Counts the rows of a list that one of the calls gives; refuses, with 413, what is too much for one reply. */
  count(output: unknown): void {
    if (!this.#isBatch) return;
    this.#rows += countRows(output);
    if (this.#rows > MAX_ROWS) {
      throw tooLarge(
        `The calls of one batch can return at most ${MAX_ROWS.toLocaleString("en-US")} rows in all. Call them one by one.`,
      );
    }
  }
}

function countRows(output: unknown): number {
  if (Array.isArray(output)) return output.length;
  const hasItems = typeof output === "object" && output !== null && "items" in output;
  return hasItems && Array.isArray(output.items) ? output.items.length : 0;
}
