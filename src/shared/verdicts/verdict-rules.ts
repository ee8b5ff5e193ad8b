/** The longest sentence to a verdict or a vote, in characters. */
export const MAX_REASON_LENGTH = 500;
/** How many pieces of evidence a verdict can have. */
export const MAX_EVIDENCE = 20;
