import { stemsOf } from "#server/kernel/search/stems.ts";
import { ANSWER_SCORE, type AnswerLevel, PASSAGE_SCORE, countWords } from "#shared/search/words.ts";
import { splitSentences } from "#shared/texts/sentences.ts";

/** Weights of a sentence's surroundings in its score. The sentence itself has weight 1. */
const TITLE_WEIGHT = 0.7;
const DOC_WEIGHT = 0.4;
const NEIGHBOUR_WEIGHT = 0.3;
/** Bonus for a sentence that contains what the question asks for, such as a date. */
const TYPE_WEIGHT = 0.2;
/** Divisor of the score, 1 + TITLE_WEIGHT: a sentence scores at least 1 if it and its title contain all words. */
const SCORE_DIVISOR = 1.7;
export const MAX_QUOTES = 3;
/** Limits for each document. */
const MAX_CHARS = 60_000;
const MAX_SENTENCES = 500;

interface CandidateDoc {
  title: string;
  /** For a comment, the title of its item and the text of its parent comment. */
  context?: string | undefined;
  sentences: readonly string[];
}

export interface FoundSentence<Doc> {
  doc: Doc;
  sentence: string;
  /** At least 0.6 for an answer, and above 1 if title and neighbours contain all words too. */
  score: number;
}

/**
 * Returns the sentences of the documents that best match a question, best first, each sentence once. `weightOf` returns
 * the inverse document frequency of a stem.
 */
export function findSentences<Doc extends CandidateDoc>(
  question: string,
  docs: readonly Doc[],
  weightOf: (stem: string) => number,
): FoundSentence<Doc>[] {
  const stems = [...new Set(stemsOf(question))];
  const weights = new Map(stems.map((stem) => [stem, weightOf(stem)]));
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return [];
  /** Returns the share of the question's weight that these stems cover. */
  const coverageOf = (found: ReadonlySet<string>) =>
    found.values().reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0) / total;
  const hasAnswerType = createTypeCheck(question);
  const best = new Map<string, FoundSentence<Doc>>();
  for (const doc of docs) {
    const title = new Set(stemsOf(doc.title));
    const sentenceStems = doc.sentences.map((sentence) => new Set(stemsOf(sentence)));
    const coverages = sentenceStems.map(coverageOf);
    const context = stemsOf(doc.context ?? "");
    const docStems = new Set([context, title, ...sentenceStems].flatMap((found) => [...found]));
    const docCoverage = TITLE_WEIGHT * coverageOf(title) + DOC_WEIGHT * coverageOf(docStems);
    for (const [index, sentence] of doc.sentences.entries()) {
      if (!isSentence(sentence)) continue;
      const neighbours = (coverages[index - 1] ?? 0) + (coverages[index + 1] ?? 0);
      const coverage = (coverages[index] ?? 0) + NEIGHBOUR_WEIGHT * neighbours + docCoverage;
      const score = (coverage + (hasAnswerType(sentence) ? TYPE_WEIGHT : 0)) / SCORE_DIVISOR;
      if (coverage > 0 && score > (best.get(sentence)?.score ?? 0))
        best.set(sentence, { doc, sentence, score });
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}

/** Minimum size of a sentence. Shorter texts are names, tags and addresses, which don't answer questions. */
const MIN_WORDS = 3;
const MIN_CHARS = 20;

function isSentence(text: string): boolean {
  const words = text.replaceAll(/\bhttps?:\S+/giu, "").trim();
  return words.length >= MIN_CHARS || countWords(words) >= MIN_WORDS;
}

/** Splits a document of the search index into sentences. A middle dot joins the texts of an item. */
export const sentencesOf = (body: string): string[] =>
  body.slice(0, MAX_CHARS).split(" · ").flatMap(splitSentences).slice(0, MAX_SENTENCES);

export const levelOf = (best: number): AnswerLevel =>
  best >= ANSWER_SCORE ? "answer" : best >= PASSAGE_SCORE ? "closest" : "none";

const DATE_PATTERN =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|1\d{3}|20\d\d)\b/iu;
const NUMBER_PATTERN =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million|billion|percent)\b/iu;
/** Two or more capitalized words. */
const NAME_PATTERN = /\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)+/u;

/** Returns a function that checks whether a sentence contains what the question asks for: a date, number or name. */
function createTypeCheck(question: string): (sentence: string) => boolean {
  const pattern = /\bwhen\b|\bwhat (?:year|date)\b/iu.test(question)
    ? DATE_PATTERN
    : /\bhow (?:many|much|long|old|far|often|big|tall)\b/iu.test(question)
      ? NUMBER_PATTERN
      : /\bwho(?:se|m)?\b/iu.test(question)
        ? NAME_PATTERN
        : null;
  return (sentence) => pattern !== null && pattern.test(sentence);
}
