import { invalid, tooLarge } from "#server/errors.ts";
import { CALLED_ALONE } from "#shared/unbatched-procedures.ts";

/** Maximum number of procedures in one tRPC request. */
export const MAX_BATCH_SIZE = 10;
/** Maximum number of rows, as in a single list. */
const MAX_ROWS = 10_000;

/** Shared state of the calls in one tRPC request. */
export class Batch {
  readonly #isBatch: boolean;
  #rows = 0;

  /** Throws 400 for procedures that can't be batched. */
  constructor(procedures: readonly string[]) {
    this.#isBatch = procedures.length > 1;
    const alone = this.#isBatch && procedures.find((name) => CALLED_ALONE.has(name));
    if (alone) throw invalid(`${alone} can't be called in a batch. Call it in a request of its own.`);
  }

  /** Counts the rows in a call's result. Throws 413 if there are too many for one reply. */
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
