import { ITEM_KINDS, KINDS } from "#shared/kernel/item-address.ts";
import { lazy } from "#shared/kernel/lazy.ts";
import { type Ring, RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { ToolVerdict, Verdict } from "#shared/verdicts/verdicts.ts";

const dayOfYear = lazy(() => new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long" }));
const fullDay = lazy(
  () => new Intl.DateTimeFormat("en-US", { day: "numeric", month: "long", year: "numeric" }),
);

/** Returns a date such as "3 May". Adds the year unless it is the current one. */
export function briefDay(iso: string, now: Date = new Date()): string {
  // A date without a time is parsed in local time. Noon exists on every day.
  const date = new Date(iso.length === 10 ? `${iso}T12:00:00` : iso);
  if (Number.isNaN(date.getTime())) return "";
  const isThisYear = date.getFullYear() === now.getFullYear();
  const parts = (isThisYear ? dayOfYear() : fullDay()).formatToParts(date);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value;
  return [part("day"), part("month"), part("year")].filter(Boolean).join(" ");
}

/** Returns the date in a number of months, as YYYY-MM-DD. In shorter months, this is the last day. */
export function dateInMonths(months: number, now: Date = new Date()): string {
  const first = new Date(now.getFullYear(), now.getMonth() + months, 1);
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0).getDate();
  const day = Math.min(now.getDate(), last);
  return `${first.getFullYear()}-${twoDigits(first.getMonth() + 1)}-${twoDigits(day)}`;
}

/** Returns today's date as YYYY-MM-DD. */
export const today = (now: Date = new Date()): string => dateInMonths(0, now);

const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Counts the evidence by kind: "2 papers, 1 article". Empty if there is none. */
export function describeEvidence(evidence: Verdict["evidence"]): string {
  return ITEM_KINDS.flatMap((kind) => {
    const count = evidence.filter(({ ref }) => ref.startsWith(`${kind}:`)).length;
    const { one, many } = KINDS[kind];
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  }).join(", ");
}

/** "The team leans to Trial (3 of 4)." */
export function describeLeaning(ring: Ring, { tally }: Pick<ToolVerdict, "tally">): string {
  const all = RINGS.reduce((sum, each) => sum + tally[each], 0);
  return `The team leans to ${RING_WORDS[ring].label} (${tally[ring]} of ${all}).`;
}
