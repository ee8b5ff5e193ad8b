import { splitSentences } from "#shared/texts/sentences.ts";

const HEADING = "**Key sentences from the abstract (an extract, no AI model is connected)**";
const MAX_POINTS = 4;
const MAX_SENTENCES = 80;
const MAX_CHARS = 20_000;
const ITERATIONS = 30;
const DAMPING = 0.85;

/** Words that don't indicate a sentence's topic. */
const STOP_WORDS = new Set(
  "a about also an and are as at be been but by can do does for from has have how in into is it its may more most not of on or our over such than that the their them then there these they this to under up using via was we were what when where which while who will with within without".split(
    " ",
  ),
);

/** Matches a sentence that describes the authors' contribution. */
const CONTRIBUTION = new RegExp(
  [
    String.raw`\b(?:we|this (?:paper|work|article|study|report|survey|thesis)|our (?:paper|work)|the authors?)\s+(?:\w+ly\s+|then\s+|also\s+|here\s+|first\s+|will\s+|aim to\s+|seek to\s+|thus\s+|therefore\s+)?(?:propos|present|introduc|show|describ|stud|develop|investigat|explor|demonstrat|address|provid|analy[sz]|examin|design|argu|formulat|formali[sz]|establish|prov|extend|build|consider|deriv|devis|suggest|report|revisit|creat|releas|tackl)\w*`,
    String.raw`\bin (?:this|the present|our) (?:paper|work|article|study|report|survey)\b`,
    String.raw`\b(?:this (?:paper|work|article|study|report|survey)|here,? we)\b`,
  ].join("|"),
  "iu",
);

/** Matches a sentence with a further result. */
const FURTHER_RESULT = /\b(?:we|paper|work|study) also\b/iu;
const BY_AUTHORS = /^we\b/iu;

/**
 * Returns the sentence of an abstract that describes the contribution, or else its most central one. Empty for an empty
 * abstract.
 */
export function contributionSentence(abstract: string): string {
  const sentences = readSentences(abstract);
  return (
    sentences.find((sentence) => CONTRIBUTION.test(sentence) && !FURTHER_RESULT.test(sentence)) ??
    sentences.find((sentence) => BY_AUTHORS.test(sentence) && !FURTHER_RESULT.test(sentence)) ??
    sentences.find((sentence) => FURTHER_RESULT.test(sentence)) ??
    sentences[rankByCentrality(sentences)[0] ?? 0] ??
    ""
  );
}

/**
 * Returns the sentence that describes the contribution, followed by the abstract's most central sentences in order, as
 * numbered points. The result is deterministic.
 */
export function extractSummary(abstract: string): string {
  const sentences = readSentences(abstract);
  const first = sentences.indexOf(contributionSentence(abstract));
  const count = Math.min(MAX_POINTS, Math.max(1, Math.ceil(sentences.length / 2)));
  const others = rankByCentrality(sentences).filter((index) => index !== first);
  const chosen = [first, ...others.slice(0, count - 1).toSorted((a, b) => a - b)];
  return [HEADING, ...chosen.map((at, index) => `${index + 1}. ${sentences[at] ?? ""}`)].join("\n\n");
}

const readSentences = (abstract: string): string[] =>
  splitSentences(abstract.slice(0, MAX_CHARS).replaceAll(/\s+/gu, " ").trim()).slice(0, MAX_SENTENCES);

/**
 * Returns the indexes of the sentences, most central first: those that share most words with the others (the TextRank
 * method).
 */
function rankByCentrality(sentences: readonly string[]): number[] {
  const ranks = rankSentences(sentences.map(contentWords));
  return sentences.map((_, index) => index).toSorted((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
}
const contentWords = (sentence: string): ReadonlySet<string> =>
  new Set(
    (sentence.toLowerCase().match(/\p{L}[\p{L}\p{N}-]{2,}/gu) ?? [])
      .filter((word) => !STOP_WORDS.has(word))
      // Counts singular and plural as one word.
      .map((word) => word.replace(/s$/u, "")),
  );

/** Scores each sentence by its similarity to the others, as PageRank scores pages by links. */
function rankSentences(sentences: readonly ReadonlySet<string>[]): number[] {
  const links = sentences.map((words, from) =>
    sentences.map((others, to) => (from === to ? 0 : similarity(words, others))),
  );
  const totals = links.map((row) => row.reduce((sum, link) => sum + link, 0));
  let ranks = sentences.map(() => 1);
  for (let round = 0; round < ITERATIONS; round += 1) {
    const before = ranks;
    ranks = sentences.map((_, to) => {
      const receivedRank = before.reduce((sum, rank, from) => {
        const total = totals[from] ?? 0;
        return total === 0 ? sum : sum + (rank * (links[from]?.[to] ?? 0)) / total;
      }, 0);
      return 1 - DAMPING + DAMPING * receivedRank;
    });
  }
  return ranks;
}

/** Returns the number of shared words relative to both lengths. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared === 0 ? 0 : shared / (Math.log(a.size + 1) + Math.log(b.size + 1));
}
