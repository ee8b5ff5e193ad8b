import { tooMany } from "./errors.ts";

/** Enough for every tab of a person; each one costs memory and a share of every change that is told. */
const MAX_PER_PERSON = 50;
const RETRY_AFTER_SECONDS = 60;

/** Counts the subscriptions that people have open. */
export class OpenSubscriptions {
  readonly #counts = new Map<string, number>();

  /** Counts one until `signal` is aborted, or refuses it with 429 when the person has too many open. */
  open(userId: string, signal: AbortSignal): void {
    const count = this.#counts.get(userId) ?? 0;
    if (count >= MAX_PER_PERSON) {
      throw tooMany(
        RETRY_AFTER_SECONDS,
        "StackLoop is open in too many of your tabs. Close some and try again.",
      );
    }
    this.#counts.set(userId, count + 1);
    signal.addEventListener(
      "abort",
      () => {
        this.#close(userId);
      },
      { once: true },
    );
  }

  #close(userId: string): void {
    const left = (this.#counts.get(userId) ?? 1) - 1;
    if (left > 0) this.#counts.set(userId, left);
    else this.#counts.delete(userId);
  }
}
