/** The colours of the app's own monograms, as dark as white letters need. */
const TILE_COLOURS = ["1D4ED8", "15803D", "7E22CE", "B91C1C", "C2410C", "5349E0"] as const;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
const firstCharacter = (word: string) =>
  graphemes.segment(word)[Symbol.iterator]().next().value?.segment ?? "";

/** The tile that stands for a tool without a logo: one or two initials on a colour that its name decides. */
export function monogram(name: string): { initials: string; colour: string } {
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  const initials = words.slice(0, 2).map(firstCharacter).join("").toLocaleUpperCase("en-US");
  let sum = 7;
  for (const character of name.toLowerCase()) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  return {
    initials: initials || firstCharacter(name.trim()) || "?",
    colour: TILE_COLOURS[sum % TILE_COLOURS.length] ?? TILE_COLOURS[0],
  };
}
