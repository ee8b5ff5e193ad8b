/** Best score of a sentence from which it is shown as an answer, or as a passage that may not answer. */
export const ANSWER_SCORE = 0.6;
export const CLOSEST_SCORE = 0.47;
