import { lazy } from "#shared/kernel/lazy.ts";

// eslint-disable-next-line no-control-regex -- XML 1.0 has no place for these, not even escaped
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Returns text that is valid in any XML part: no control characters, no half emoji. Line breaks remain. */
export function proseText(text: string | null): string {
  return (text ?? "")
    .toWellFormed()
    .replaceAll(/\r\n?|\u2028|\u2029|\u0085/g, "\n")
    .replaceAll(NOT_IN_XML, "")
    .replaceAll(/[^\S\n]+/g, " ")
    .replaceAll(/ ?\n[ \n]*/g, "\n")
    .trim();
}

/** The same on a single line. */
export function lineText(text: string | null): string {
  return proseText(text).replaceAll("\n", " ");
}

const STRONG_CHARACTER = /\p{L}/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** True if the first letter of a text belongs to a right-to-left script. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(STRONG_CHARACTER.exec(text)?.[0] ?? "");
}

/** "1 tool", "2 tools": the number with its noun. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? singular : plural}`;
}

const longDate = lazy(() => new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }));

/** "March 4, 2024". */
export const deckDate = (date: Date): string => longDate().format(date);
