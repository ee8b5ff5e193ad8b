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
