import { TOOL_OPTION_DEFAULTS } from "#shared/tools/options.ts";

import { optionValue } from "./cells.ts";
import { type ColumnValues, MIN_TRUSTED_SHARE, shareOf } from "./column-values.ts";

// Names in files for each kind of output, in some of the larger languages.
const WORDS: Readonly<Record<string, string>> = {
  text: "text texts texte texto testo writing writer copywriting chat chatbot chatbots language llm llms nlp translation summarization",
  image: "image images imagen imagenes bild bilder picture pictures photo photos photography art drawing",
  video: "video videos film movie movies animation",
  audio: "audio voice voices speech music musik musica musique sound sounds song songs podcast tts",
  multimodal: "multimodal multi multimedia",
};
const MODALITIES: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([modality, words]) =>
    words.split(" ").map((word) => [word, modality] as const),
  ),
);
/** A longer text has other topics too. */
const MOST_WORDS = 5;

const modalitiesIn = (words: readonly string[]): string[] => [
  ...new Set(words.flatMap((word) => MODALITIES.get(word) ?? [])),
];

/** Returns the modality of a short text, such as "image" for "Text to Image". Several mean multimodal. */
export function modalityNamedBy(text: string): string | undefined {
  const words = text
    .slice(0, 100)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  if (words.length > MOST_WORDS) return undefined;
  const to = words.findIndex((word) => word === "to" || word === "2");
  const [made] = to > 0 ? modalitiesIn(words.slice(to)) : [];
  // Speech to text concerns speech, as text to speech does.
  if (made !== undefined && made !== "text") return made;
  const [modality, another] = modalitiesIn(words).filter((found) => to < 0 || found !== "text");
  return another === undefined ? modality : "multimodal";
}

/** Returns the option for a file's wording of a modality, if there is one. */
export function modalityValue(text: string): string {
  const value = optionValue(TOOL_OPTION_DEFAULTS.modality, text);
  return TOOL_OPTION_DEFAULTS.modality.includes(value) ? value : (modalityNamedBy(text) ?? value);
}

/** Leaves out a type or kind that isn't a modality, such as "ai-command", unless its header says that it is one. */
export function withoutFalseModality<Guess extends { modality?: string | undefined }>(
  guess: Guess,
  columns: readonly ColumnValues[],
): Guess {
  const column = columns.find((one) => one.column === guess.modality);
  if (!column || column.values.length === 0 || /modal/iu.test(column.column)) return guess;
  const share = shareOf(column, (value) => modalityNamedBy(value) !== undefined);
  return share < MIN_TRUSTED_SHARE ? { ...guess, modality: undefined } : guess;
}
