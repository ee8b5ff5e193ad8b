import { oneLine } from "#server/outside/pages/html-text.ts";

const HEADING = "**Key sentences from the abstract (an extract, no AI model is connected)**";
const MAX_POINTS = 4;
const MAX_SENTENCES = 80;
const MAX_SENTENCE = 1000;
const MAX_LETTERS = 20_000;
const ROUNDS = 30;
const DAMPING = 0.85;

/** Words that don't indicate a sentence's topic. */
const STOP_WORDS = new Set(
  "a about also an and are as at be been but by can do does for from has have how in into is it its may more most not of on or our over such than that the their them then there these they this to under up using via was we were what when where which while who will with within without".split(
    " ",
  ),
);

/** Abbreviations after which a dot does not end a sentence. */
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|cf|vs|resp|approx|Fig|Figs|Eq|Eqs|Sec|Tab|No|Dr|Prof|St|w\.r\.t|a\.k\.a)\.|\b[A-Z]\.)\s*$/u;

/**
 * Returns an abstract's most central sentences, in order, as numbered points. These share most words with the others
 * (the TextRank method). The result is deterministic.
 */
export function extractSummary(abstract: string): string {
  const sentences = splitSentences(oneLine(abstract.slice(0, MAX_LETTERS)));
  const ranks = rankSentences(sentences.map(listWords));
  const count = Math.min(MAX_POINTS, Math.max(1, Math.ceil(sentences.length / 2)));
  const central = sentences
    .map((sentence, index) => ({ sentence, index, rank: ranks[index] ?? 0 }))
    .toSorted((a, b) => b.rank - a.rank || a.index - b.index)
    .slice(0, count)
    .toSorted((a, b) => a.index - b.index);
  return [HEADING, ...central.map(({ sentence }, index) => `${index + 1}. ${sentence}`)].join("\n\n");
}

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && isContinued(last, segment))
      sentences[sentences.length - 1] = `${last}${segment}`;
    else sentences.push(segment);
  }
  return sentences
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .slice(0, MAX_SENTENCES);
}

/** True if the next part continues the sentence: it begins with a small letter or follows an abbreviation. */
const isContinued = (last: string, next: string): boolean =>
  last.length < MAX_SENTENCE &&
  (ABBREVIATION.test(last.slice(-12)) || last.trim().length < 6 || /^\s*\p{Ll}/u.test(next));

const listWords = (sentence: string): ReadonlySet<string> =>
  new Set(
    (sentence.toLowerCase().match(/\p{L}[\p{L}\p{N}-]{2,}/gu) ?? [])
      .filter((word) => !STOP_WORDS.has(word))
      // Counts singular and plural as one word.
      .map((word) => word.replace(/s$/u, "")),
  );

/** Scores each sentence by its similarity to the others, as PageRank scores pages by links. */
function rankSentences(sentences: readonly ReadonlySet<string>[]): number[] {
  const links = sentences.map((words, from) =>
    sentences.map((others, to) => (from === to ? 0 : likeness(words, others))),
  );
  const totals = links.map((row) => row.reduce((sum, link) => sum + link, 0));
  let ranks = sentences.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = ranks;
    ranks = sentences.map((_, to) => {
      const received = before.reduce((sum, rank, from) => {
        const total = totals[from] ?? 0;
        return total === 0 ? sum : sum + (rank * (links[from]?.[to] ?? 0)) / total;
      }, 0);
      return 1 - DAMPING + DAMPING * received;
    });
  }
  return ranks;
}

/** Returns the number of shared words relative to both lengths. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : shared / (Math.log(a.size + 1) + Math.log(b.size + 1));
}
