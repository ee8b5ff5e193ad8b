import { lazy } from "#shared/kernel/lazy.ts";

const MAX_SENTENCE = 1000;

/** Abbreviations after which a dot does not end a sentence. */
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|cf|vs|resp|approx|Fig|Figs|Eq|Eqs|Sec|Tab|No|Dr|Prof|Mr|Mrs|Ms|St|w\.r\.t|a\.k\.a)\.|\b[A-Z]\.)\s*$/u;

const segmenter = lazy(() => new Intl.Segmenter("en", { granularity: "sentence" }));

/** Splits a text into trimmed sentences. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter().segment(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && isContinued(last, segment))
      sentences[sentences.length - 1] = `${last}${segment}`;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** True if the next part continues the sentence: it begins with a small letter or follows an abbreviation. */
const isContinued = (last: string, next: string): boolean =>
  last.length < MAX_SENTENCE &&
  (ABBREVIATION.test(last.slice(-12)) || last.trim().length < 6 || /^\s*\p{Ll}/u.test(next));
