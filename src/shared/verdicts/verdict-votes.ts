import { type Ring, RINGS } from "./rings.ts";

/** Number of votes for each ring. */
export type Tally = Record<Ring, number>;

/** Minimum number of votes to show a tendency. */
const MIN_VOTES = 3;

/** Counts votes by ring. */
export function tallyOf(rings: Iterable<Ring>): Tally {
  const tally: Tally = { adopt: 0, trial: 0, assess: 0, hold: 0 };
  for (const ring of rings) tally[ring] += 1;
  return tally;
}

/**
 * Returns the team's tendency: the median of at least three votes, if it differs from the verdict. Between two
 * medians, prefers the one closer to the verdict, or without a verdict the more cautious one.
 */
export function leanOf(tally: Tally, decided: Ring | null): Ring | null {
  const votes = RINGS.flatMap((ring) => Array.from({ length: tally[ring] }, () => ring));
  if (votes.length < MIN_VOTES) return null;
  const lower = votes[Math.floor((votes.length - 1) / 2)];
  const upper = votes[Math.floor(votes.length / 2)];
  if (lower === undefined || upper === undefined) return null;
  if (decided === null) return upper;
  if (RINGS.indexOf(decided) < RINGS.indexOf(lower)) return lower;
  return RINGS.indexOf(decided) > RINGS.indexOf(upper) ? upper : null;
}
