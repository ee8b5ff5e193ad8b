import { lazy } from "#shared/kernel/lazy.ts";

const MAX_SENTENCE_LENGTH = 1000;

/** Abbreviations after which a dot does not end a sentence. */
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|cf|vs|resp|approx|Fig|Figs|Eq|Eqs|Sec|Tab|No|Dr|Prof|Mr|Mrs|Ms|St|w\.r\.t|a\.k\.a)\.|\b[A-Z]\.)\s*$/u;

const segmenter = lazy(() => new Intl.Segmenter("en", { granularity: "sentence" }));

/** ASCII, Latin letters of Western Europe, dashes and typographic quotes. */
const PLAIN_TEXT = /^[\t-\r -~À-ÖØ-öø-ÿ–—‘’“”…]*$/u;
const CLOSE_AND_SPACE = String.raw`["'()[\]{}‘’“”]*[ \t\v\f]*`;
/** Ends of sentences in plain text, by the rules of Unicode (UAX #29). The groups prevent backtracking. */
const SENTENCE_END = new RegExp(
  [
    String.raw`\r\n?|\n|`,
    String.raw`(?:[!?](?=(${CLOSE_AND_SPACE}))\1|`,
    String.raw`\.(?!\d)(?<!\p{L}\.(?=\p{Lu}))(?=(${CLOSE_AND_SPACE}))\2(?![^\p{L}\r\n.!?]*\p{Ll}))`,
    String.raw`(?![,\-:;.!?–—])(?:\r\n?|\n)?`,
  ].join(""),
  "gu",
);

/** Returns the same segments as `Intl.Segmenter`, whose first use takes up to 10 ms, and skips it for plain text. */
export function segmentSentences(text: string): string[] {
  if (!PLAIN_TEXT.test(text)) return Array.from(segmenter().segment(text), ({ segment }) => segment);
  const ends = Array.from(text.matchAll(SENTENCE_END), ({ 0: end, index }) => index + end.length);
  return [...ends, text.length].map((end, at) => text.slice(ends[at - 1], end)).filter((part) => part !== "");
}

/** Splits a text into trimmed sentences. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const segment of segmentSentences(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && isContinued(last, segment))
      sentences[sentences.length - 1] = `${last}${segment}`;
    else sentences.push(segment);
  }
  return sentences.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** True if the next part continues the sentence: it begins with a small letter or follows an abbreviation. */
const isContinued = (last: string, next: string): boolean =>
  last.length < MAX_SENTENCE_LENGTH &&
  (ABBREVIATION.test(last.slice(-12)) || last.trim().length < 6 || /^\s*\p{Ll}/u.test(next));
