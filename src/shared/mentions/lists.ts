import type { Candidate } from "./candidate.ts";

/** Separators in lists: "R, SPSS and Excel", "Cursor/Windsurf", "Linear vs. Jira". */
const BETWEEN =
  /^\s{0,2}(?:[,;/&|·•]\s{0,2})?(?:(?:and|or|vs|versus|und|oder|et|ou|e|y|o)(?![\p{L}\p{N}])\.?\s{0,2})?$/iu;
const LONGEST = 16;

/** Returns the candidates next to another one in a list, in either direction. */
export function neighboursInLists(
  text: string,
  candidates: readonly Candidate[],
): Map<Candidate, Candidate[]> {
  const neighbours = new Map<Candidate, Candidate[]>();
  const note = (one: Candidate, other: Candidate) =>
    neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
  for (const [index, one] of candidates.entries()) {
    for (const other of candidates.slice(index + 1, index + 8)) {
      if (other.hit === one.hit || other.hit.start - one.hit.end > LONGEST) continue;
      const gap = text.slice(one.hit.end, other.hit.start);
      if (gap.trim() === "" || !BETWEEN.test(gap)) continue;
      note(one, other);
      note(other, one);
    }
  }
  return neighbours;
}
