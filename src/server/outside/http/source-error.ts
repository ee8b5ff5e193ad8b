/**
 * A source sent something that cannot be used, or has nothing any more. The message is
 * fit for a person's eyes and for the report of a run.
 */
export class SourceError extends Error {
  override readonly name = "SourceError";
  /** The source has ended for good, so that nobody needs to try it again. */
  readonly isGone: boolean;
  /** What came is no feed at all. */
  readonly isNoFeed: boolean;

  constructor(message: string, { isGone = false, isNoFeed = false } = {}) {
    super(message);
    this.isGone = isGone;
    this.isNoFeed = isNoFeed;
  }
}

/** One thing of a reply that was left out, and why. */
export interface Rejection {
  /** What was left out, short enough for a report. */
  what: string;
  reason: string;
}

/** Names a thing in a report. */
export const rejection = (what: string, reason: string): Rejection => ({ what: what.slice(0, 120), reason });

/** What reading came to, in a form that can be sent between threads. */
export type Outcome<Result> =
  | { result: Result }
  | { problem: { message: string; isGone: boolean; isNoFeed: boolean } };

/** A reader whose SourceErrors become part of what it returns. */
export const settling =
  <Input, Result>(read: (input: Input) => Result) =>
  (input: Input): Outcome<Result> => {
    try {
      return { result: read(input) };
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      const { message, isGone, isNoFeed } = error;
      return { problem: { message, isGone, isNoFeed } };
    }
  };

/** The result, or the SourceError thrown anew. */
export function resultOf<Result>(outcome: Outcome<Result>): Result {
  if ("result" in outcome) return outcome.result;
  throw new SourceError(outcome.problem.message, outcome.problem);
}
