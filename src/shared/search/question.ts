import { countWords } from "./words.ts";

/** Best score of a sentence from which it is shown as an answer, or as a passage that may not answer. */
export const ANSWER_SCORE = 0.6;
export const CLOSEST_SCORE = 0.47;

export const MAX_QUESTION_LENGTH = 1000;

export const ANSWER_LEVELS = ["answer", "closest", "none"] as const;
export type AnswerLevel = (typeof ANSWER_LEVELS)[number];

const MIN_WORDS = 4;

/** True if a search may be a question: it ends with a question mark, or has four or more words and no filters. */
export function isQuestion(typed: string): boolean {
  const text = typed.trim();
  if (/[?？؟]$/u.test(text)) return /[\p{L}\p{N}]/u.test(text);
  return countWords(text) >= MIN_WORDS && !/(?:^|\s)-?\p{L}+:\S|"/u.test(text);
}
