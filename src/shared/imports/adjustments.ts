import { codePointLength } from "#shared/kernel/text-rules.ts";

/**
 * Kinds of adjustments that fit a cell to its field: truncated, split into several values, cleaned of invalid
 * characters, or omitted.
 */
export const ADJUSTMENT_KINDS = ["cut", "split", "cleaned", "omitted"] as const;

/** Description that follows the field's label, such as "left out: not a web address". */
export interface Adjustment {
  kind: (typeof ADJUSTMENT_KINDS)[number];
  words: string;
}

export interface CellReading {
  /** Absent if nothing in the cell fits the field. */
  value?: unknown;
  adjustments: readonly Adjustment[];
}

/** Converts a column's cell to a field's value. */
export type CellReader = (cell: unknown) => CellReading;

export const accept = (value: unknown, ...adjustments: readonly Adjustment[]): CellReading => ({
  value,
  adjustments,
});
/** Returns the result for a cell that the field doesn't accept. */
export const reject = (reason: string): CellReading => ({
  adjustments: [{ kind: "omitted", words: `left out: ${reason}` }],
});
export const UNREADABLE = reject("not text");

/** True if a text has more than `max` code points. Counts no further than needed. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > 2 * max || (text.length > max && codePointLength(text) > max);

/** Formats a number with commas. Without Intl, which loads slowly, since this runs at every start. */
const formatNumber = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
export const tooLongReason = (max: number) => `longer than ${formatNumber(max)} characters`;

const ELLIPSIS = "…";
/** A word longer than this share of the limit is split. */
const MAX_WORD_SHARE = 0.5;

/** Truncates a text above `max` code points at the end of a word, and adds "…". */
function cutAtWord(text: string, max: number): string {
  // No code point takes more than two units.
  const beginning = Array.from(text.slice(0, 2 * max)).slice(0, max);
  const lastSpace = beginning.findLastIndex((character) => /\s/u.test(character));
  const end = lastSpace > max * MAX_WORD_SHARE ? lastSpace : max - 1;
  return beginning.slice(0, end).join("").trimEnd() + ELLIPSIS;
}

// eslint-disable-next-line no-control-regex -- finding control characters is the point
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
const REMOVED_CHARACTERS: Adjustment = {
  kind: "cleaned",
  words: "cleaned: removed control characters and broken symbols",
};

/** Removes characters that can't be stored: drops control characters and replaces unpaired surrogates with "�". */
export function cleanText(text: string): CellReading & { value: string } {
  const value = text.replaceAll(CONTROL_CHARACTERS, "").toWellFormed();
  return { value, adjustments: value === text ? [] : [REMOVED_CHARACTERS] };
}

/** Adjusts a text to a field of `max` code points. */
export function fitText(text: string, max: number): CellReading {
  const { value, adjustments } = cleanText(text);
  if (!isLongerThan(value, max)) return { value, adjustments };
  const trimmed = value.trim();
  if (!isLongerThan(trimmed, max)) return { value: trimmed, adjustments };
  return accept(cutAtWord(trimmed, max), ...adjustments, {
    kind: "cut",
    words: `cut: ${tooLongReason(max)}`,
  });
}
