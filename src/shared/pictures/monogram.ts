import { type ModalityTone, modalityTone } from "#shared/tools/modality.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the first visible character: combined accents and whole emoji are one. */
const firstCharacter = (word: string): string =>
  graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? "";

/** Returns one or two initials for a name without a picture: "GC" for GitHub Copilot, "C" for Claude. */
export function getInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  const initials = words.slice(0, 2).map(firstCharacter).join("");
  return (initials || firstCharacter(name.trim()) || "?").toLocaleUpperCase("en-US");
}

/** Returns the placeholder for a missing logo, on screen and in the deck: initials in the modality's colour. */
export const getMonogram = (tool: {
  name: string;
  modality: string | null;
}): { initials: string; tone: ModalityTone } => ({
  initials: getInitials(tool.name),
  tone: modalityTone(tool.modality),
});
