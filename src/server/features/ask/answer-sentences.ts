import { stemsOf } from "#server/kernel/search/stems.ts";
import { ANSWER_SCORE, type AnswerLevel, CLOSEST_SCORE, countWords } from "#shared/search/words.ts";
import { splitSentences } from "#shared/texts/sentences.ts";

/** Weights in a score. The sentence itself has weight 1. */
const TITLE_WEIGHT = 0.7;
const DOC_WEIGHT = 0.4;
const NEIGHBOUR_WEIGHT = 0.3;
/** For a sentence that contains what the question asks for, such as a date. */
const TYPE_WEIGHT = 0.2;
/** Sum of the first two: a sentence that contains all words, in a text with that title, scores at least 1. */
const SCALE = 1.7;
export const MAX_QUOTES = 3;
/** Limits of one document. */
const MAX_CHARS = 60_000;
const MAX_SENTENCES = 500;

interface AskedDoc {
  title: string;
  /** Title of its item and text of the parent comment. Only for comments. */
  context?: string | undefined;
  sentences: readonly string[];
}

export interface FoundSentence<Doc> {
  doc: Doc;
  sentence: string;
  /** 0.6 for an answer; above 1 if title and neighbours contain all words too. */
  score: number;
}

/**
 * Returns the best sentences of some documents for a question, best first, each sentence once. `weightOf` returns the
 * inverse document frequency of a stem.
 */
export function findSentences<Doc extends AskedDoc>(
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
  const fits = typeOf(question);
  const best = new Map<string, FoundSentence<Doc>>();
  for (const doc of docs) {
    const title = new Set(stemsOf(doc.title));
    const bySentence = doc.sentences.map((sentence) => new Set(stemsOf(sentence)));
    const covered = bySentence.map(coverageOf);
    const context = stemsOf(doc.context ?? "");
    const whole = new Set([context, title, ...bySentence].flatMap((found) => [...found]));
    const ofDoc = TITLE_WEIGHT * coverageOf(title) + DOC_WEIGHT * coverageOf(whole);
    for (const [index, sentence] of doc.sentences.entries()) {
      if (!isSentence(sentence)) continue;
      const beside = (covered[index - 1] ?? 0) + (covered[index + 1] ?? 0);
      const coverage = (covered[index] ?? 0) + NEIGHBOUR_WEIGHT * beside + ofDoc;
      const score = (coverage + (fits(sentence) ? TYPE_WEIGHT : 0)) / SCALE;
      if (coverage > 0 && score > (best.get(sentence)?.score ?? 0))
        best.set(sentence, { doc, sentence, score });
    }
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score);
}

/** Shorter texts are names, tags and addresses. They don't answer questions. */
const MIN_WORDS = 3;
const MIN_CHARS = 20;

/** True for at least three words or 20 characters. Addresses don't count. */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/\bhttps?:\S+/giu, "").trim();
  return words.length >= MIN_CHARS || countWords(words) >= MIN_WORDS;
}

/** Returns the sentences of a doc in the search index, where an item's texts are joined by a middle dot. */
export const sentencesOf = (body: string): string[] =>
  body.slice(0, MAX_CHARS).split(" · ").flatMap(splitSentences).slice(0, MAX_SENTENCES);

export const levelOf = (best: number): AnswerLevel =>
  best >= ANSWER_SCORE ? "answer" : best >= CLOSEST_SCORE ? "closest" : "none";

const DATE =
  /\b(?:january|february|march|april|may|june|july|august|september|october|november|december|1\d{3}|20\d\d)\b/iu;
const NUMBER =
  /\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred|thousand|million|billion|percent)\b/iu;
/** Two capitalized words. */
const NAME = /\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+)+/u;

/** Returns a check whether a sentence contains what the question asks for: a date, a number or a name. */
function typeOf(question: string): (sentence: string) => boolean {
  const type = /\bwhen\b|\bwhat (?:year|date)\b/iu.test(question)
    ? DATE
    : /\bhow (?:many|much|long|old|far|often|big|tall)\b/iu.test(question)
      ? NUMBER
      : /\bwho(?:se|m)?\b/iu.test(question)
        ? NAME
        : null;
  return (sentence) => type !== null && type.test(sentence);
}
