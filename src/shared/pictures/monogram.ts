import { type ModalityTone, modalityTone } from "#shared/tools/modality.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a reader takes for one character: letters with their accents and whole emoji stay together. */
const firstCharacter = (word: string): string =>
  graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? "";

/** The one or two letters that stand for a name without a picture: "GC" for GitHub Copilot, "C" for Claude. */
export function getInitials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  const initials = words.slice(0, 2).map(firstCharacter).join("");
  return (initials || firstCharacter(name.trim()) || "?").toLocaleUpperCase("en-US");
}

/** What stands for a tool without a logo, on screen and in the deck alike: its initials in its modality's colour. */
export const getMonogram = (tool: {
  name: string;
  modality: string | null;
}): { initials: string; tone: ModalityTone } => ({
  initials: getInitials(tool.name),
  tone: modalityTone(tool.modality),
});
