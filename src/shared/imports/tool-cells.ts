import { readWebAddress } from "#shared/kernel/text-rules.ts";
import { TOOL_OPTION_DEFAULTS } from "#shared/tools/options.ts";
import { MAX_RELEASE_DATE_LENGTH, MAX_RELEASE_NOTES, UNDATED } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

import { accept, type Adjustment, type CellReader, fitText, reject } from "./adjustments.ts";
import { optionValue, lineIn } from "./cells.ts";
import { type ColumnValues, MIN_TRUSTED_SHARE, matchingShare } from "./column-values.ts";

// Names in files for each kind of output, in some of the larger languages.
const MODALITY_WORDS: Readonly<Record<string, string>> = {
  text: "text texts texte texto testo writing writer copywriting chat chatbot chatbots language llm llms nlp translation summarization",
  image: "image images imagen imagenes bild bilder picture pictures photo photos photography art drawing",
  video: "video videos film movie movies animation",
  audio: "audio voice voices speech music musik musica musique sound sounds song songs podcast tts",
  multimodal: "multimodal multi multimedia",
};
const MODALITY_BY_WORD: ReadonlyMap<string, string> = new Map(
  Object.entries(MODALITY_WORDS).flatMap(([modality, words]) =>
    words.split(" ").map((word) => [word, modality] as const),
  ),
);
/** Maximum number of words in a text that names a modality. A longer text has other topics too. */
const MAX_WORDS = 5;

const modalitiesIn = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => MODALITY_BY_WORD.get(word) ?? [])),
];

/** Returns the modality of a short text, such as "image" for "Text to Image". Several mean multimodal. */
export function findModality(text: string): string | undefined {
  const words = text
    .slice(0, 100)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  if (words.length > MAX_WORDS) return undefined;
  const to = words.findIndex((word) => word === "to" || word === "2");
  const [output] = to > 0 ? modalitiesIn(words.slice(to)) : [];
  // "Speech to text" is about speech, as "text to speech" is.
  if (output !== undefined && output !== "text") return output;
  const [modality, another] = modalitiesIn(words).filter((found) => to < 0 || found !== "text");
  return another === undefined ? modality : "multimodal";
}

/** Returns the option for a file's wording of a modality, or undefined. */
export function modalityValue(text: string): string {
  const value = optionValue(TOOL_OPTION_DEFAULTS.modality, text);
  return TOOL_OPTION_DEFAULTS.modality.includes(value) ? value : (findModality(text) ?? value);
}

/** Drops a type or kind that isn't a modality, such as "ai-command", unless its header says that it is one. */
export function withoutFalseModality<Guess extends { modality?: string | undefined }>(
  guess: Guess,
  columns: readonly ColumnValues[],
): Guess {
  const column = columns.find((one) => one.column === guess.modality);
  if (!column || column.values.length === 0 || /modal/iu.test(column.column)) return guess;
  const share = matchingShare(column, (value) => findModality(value) !== undefined);
  return share < MIN_TRUSTED_SHARE ? { ...guess, modality: undefined } : guess;
}

// Sticky, so that a long cell without an address is scanned only once, not from every character.
const DATED_ADDRESS = /(?<date>.*?)(?<url>https?:\/\/\S+?)(?:;?\s+|$)/gsuy;

interface FoundNotes {
  date: unknown;
  url: unknown;
}

function notesInText(text: string): { found: FoundNotes[]; isWhole: boolean } {
  const matches = [...text.matchAll(DATED_ADDRESS)];
  return {
    found: matches.map(({ groups: { date = "", url = "" } = {} }) => ({ date: date.trim(), url })),
    isWhole: matches.map(([part]) => part).join("") === text,
  };
}

function notesInList(items: readonly unknown[]): FoundNotes[] {
  return items.flatMap((item): FoundNotes | FoundNotes[] => {
    if (typeof item === "string") return notesInText(item).found;
    if (typeof item !== "object" || item === null) return { date: "", url: null };
    return { date: Reflect.get(item, "date"), url: Reflect.get(item, "url") };
  });
}

function noteOf({ date, url }: FoundNotes): ReleaseNote | undefined {
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
  if (notes.length === 0) return reject("not a web address");
  const adjustments = [
    ...(isWhole && notes.length === found.length ? [] : [NO_ADDRESS]),
    ...(notes.length > MAX_RELEASE_NOTES ? [TOO_MANY] : []),
  ];
  return accept(notes.slice(0, MAX_RELEASE_NOTES), ...adjustments);
};
