/** Letters of right-to-left scripts. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Isolates the text direction of a name in a plain sentence, so that it doesn't reorder the words around it. */
export const isolated = (name: string): string => (isRightToLeft(name) ? `\u2068${name}\u2069` : name);
