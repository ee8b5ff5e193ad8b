import { diffArrays } from "diff";

/** A stretch of text that both versions have, or one of them alone. */
export interface DiffPart {
  text: string;
  kind: "same" | "added" | "removed";
}

/** Longer than anybody waits; texts that differ that much are shown whole. */
const MAX_TIME = 1000;

// Words as people read them, also in languages that put no spaces between them.
const words = new Intl.Segmenter("en-US", { granularity: "word" });
const wordsOf = (text: string) => Array.from(words.segment(text), ({ segment }) => segment);

/** What was added and removed on the way from one text to another, word by word. */
export function diffWords(before: string, after: string): DiffPart[] {
  const changes = diffArrays(wordsOf(before), wordsOf(after), { timeout: MAX_TIME });
  if (changes === undefined) return wholly(before, after);
  return changes.map(({ value, added, removed }) => ({
    text: value.join(""),
    kind: added ? "added" : removed ? "removed" : "same",
  }));
}

const wholly = (before: string, after: string): DiffPart[] => [
  { text: before, kind: "removed" },
  { text: after, kind: "added" },
];
