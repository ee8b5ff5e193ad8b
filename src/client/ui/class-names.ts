/** Joins class names, leaving out what does not apply. */
export const classNames = (...parts: (string | false | null | undefined)[]): string =>
  parts.filter(Boolean).join(" ");
