/** Maximum length of a sentence for a verdict or vote, in characters. */
export const MAX_REASON_LENGTH = 500;
/** Maximum number of pieces of evidence for a verdict. */
export const MAX_EVIDENCE = 20;
