import { codePointLength } from "#shared/kernel/text-rules.ts";

/**
 * What had to be done to a cell so that its field takes it: cut at the field's limit, split because it holds several
 * things, cleaned of characters that cannot be kept, or omitted.
 */
export const ADJUSTMENT_KINDS = ["cut", "split", "cleaned", "omitted"] as const;

/** An adjustment in words that follow the field's label, such as "left out: not a web address". */
export interface Adjustment {
  kind: (typeof ADJUSTMENT_KINDS)[number];
  words: string;
}

/** What a cell says for a field. */
export interface CellReading {
  /** Absent where nothing in the cell fits. */
  value?: unknown;
  adjustments: readonly Adjustment[];
}

/** How the cell of a column becomes the value of a field. */
export type CellReader = (cell: unknown) => CellReading;

export const accepted = (value: unknown, ...adjustments: readonly Adjustment[]): CellReading => ({
  value,
  adjustments,
});
/** A cell that the field does not take. */
export const rejected = (reason: string): CellReading => ({
  adjustments: [{ kind: "omitted", words: `left out: ${reason}` }],
});
export const UNREADABLE = rejected("not text");

/** Whether a text has more than `max` code points; no text is counted for longer than need be. */
export const exceeds = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && codePointLength(text) > max);

/** A number with commas. Not by Intl, which takes long to be ready, and this is needed at every start. */
const numberOf = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
export const tooLong = (max: number) => `longer than ${numberOf(max)} characters`;

const CUT_MARK = "…";
/** A word that is longer than this share of the limit is cut within. */
const LONGEST_WORD = 0.5;

/** The beginning of a text that is longer than `max` code points, up to the end of a word, with "…" behind it. */
function cutAtWord(text: string, max: number): string {
  // No code point takes more than two units.
  const beginning = Array.from(text.slice(0, 2 * max)).slice(0, max);
  const lastSpace = beginning.findLastIndex((character) => /\s/u.test(character));
  const end = lastSpace > max * LONGEST_WORD ? lastSpace : max - 1;
  return beginning.slice(0, end).join("").trimEnd() + CUT_MARK;
}

// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
const CLEANED: Adjustment = {
  kind: "cleaned",
  words: "cleaned: removed control characters and broken symbols",
};

/** A text without what no field keeps: control characters go, halves of characters become "�". */
export function cleanText(text: string): CellReading & { value: string } {
  const value = text.replaceAll(CONTROL_CHARACTERS, "").toWellFormed();
  return { value, adjustments: value === text ? [] : [CLEANED] };
}

/** Makes a text fit a field of `max` code points. */
export function fitText(text: string, max: number): CellReading {
  const { value, adjustments } = cleanText(text);
  if (!exceeds(value, max)) return { value, adjustments };
  const trimmed = value.trim();
  if (!exceeds(trimmed, max)) return { value: trimmed, adjustments };
  return accepted(cutAtWord(trimmed, max), ...adjustments, { kind: "cut", words: `cut: ${tooLong(max)}` });
}
