/** Number of attempts after which a message is dropped. */
export const MAX_TRIES = 8;

/** Pauses after failed attempts, in minutes. */
const PAUSES = [1, 5, 15, 60, 180, 360, 720] as const;

/** Returns the pause after an attempt, or the longer one that the other server asked for, in milliseconds. */
export const getWaitingMs = (tries: number, retryAfterMs: number | null): number =>
  Math.max((PAUSES[tries - 1] ?? 720) * 60_000, retryAfterMs ?? 0);
