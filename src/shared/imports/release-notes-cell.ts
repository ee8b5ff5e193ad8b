import { readWebAddress } from "#shared/kernel/text-rules.ts";
import { MAX_RELEASE_DATE_LENGTH, MAX_RELEASE_NOTES, UNDATED } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

import { accepted, type Adjustment, type CellReader, fitText, rejected } from "./adjustments.ts";
import { lineIn } from "./cells.ts";

// Sticky, so that a long cell without an address is scanned only once, not from every character.
const DATED_ADDRESS = /(?<date>.*?)(?<url>https?:\/\/\S+?)(?:;?\s+|$)/gsuy;

interface Found {
  date: unknown;
  url: unknown;
}

function notesInText(text: string): { found: Found[]; isWhole: boolean } {
  const matches = [...text.matchAll(DATED_ADDRESS)];
  return {
    found: matches.map(({ groups: { date = "", url = "" } = {} }) => ({ date: date.trim(), url })),
    isWhole: matches.map(([part]) => part).join("") === text,
  };
}

function notesInList(items: readonly unknown[]): Found[] {
  return items.flatMap((item): Found | Found[] => {
    if (typeof item === "string") return notesInText(item).found;
    if (typeof item !== "object" || item === null) return { date: "", url: null };
    return { date: Reflect.get(item, "date"), url: Reflect.get(item, "url") };
  });
}

function noteOf({ date, url }: Found): ReleaseNote | undefined {
  const { value } = fitText(lineIn(date) ?? "", MAX_RELEASE_DATE_LENGTH);
  const dateText = typeof value === "string" ? value.trim() : "";
  const address = typeof url === "string" ? readWebAddress(url) : undefined;
  return address === undefined ? undefined : { date: dateText || UNDATED, url: address };
}

const NO_ADDRESS: Adjustment = { kind: "omitted", words: "partly left out: not a web address" };
const TOO_MANY: Adjustment = { kind: "cut", words: `cut: more than ${MAX_RELEASE_NOTES}` };

/** Reads release notes: `date url; date url`, or a list of such objects or of plain addresses. */
export const releaseNotesCell: CellReader = (cell) => {
  const { found, isWhole } =
    typeof cell === "string" ? notesInText(cell) : { found: notesInList([cell].flat()), isWhole: true };
  const notes = found.map(noteOf).filter((note) => note !== undefined);
  if (notes.length === 0) return rejected("not a web address");
  const adjustments = [
    ...(isWhole && notes.length === found.length ? [] : [NO_ADDRESS]),
    ...(notes.length > MAX_RELEASE_NOTES ? [TOO_MANY] : []),
  ];
  return accepted(notes.slice(0, MAX_RELEASE_NOTES), ...adjustments);
};
