import { lazy } from "#shared/kernel/lazy.ts";
import { type ModalityTone, modalityTone } from "#shared/tools/modality-words.ts";

const graphemes = lazy(() => new Intl.Segmenter("en", { granularity: "grapheme" }));

/** Returns the first visible character: combined accents and whole emoji are one. */
const firstCharacter = (word: string): string =>
  graphemes().segment(word)[Symbol.iterator]().next().value?.segment ?? "";

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

/** Path of other sites' pictures, so that browsers contact only this server. */
export const PICTURES_PATH = "/pictures";

/** Returns the address for showing an image: our own path unchanged, or a web address through this server. */
export const pictureSrc = (address: string): string =>
  /^https?:/iu.test(address) ? `${PICTURES_PATH}?url=${encodeURIComponent(address)}` : address;

/** Path of the logos of well-known tools. */
const LOGOS_PATH = "/brand-logos/";
const LOGO_ADDRESS = new RegExp(`^${LOGOS_PATH}([a-z0-9-]+)\\.svg$`, "u");

/** Returns the address of the logo with this name on this server. */
export const brandLogoAddress = (name: string): string => `${LOGOS_PATH}${name}.svg`;

/** Returns the name from an address such as `/brand-logos/claude-color.svg`, or undefined for other addresses. */
export const brandLogoName = (address: string): string | undefined => LOGO_ADDRESS.exec(address)?.[1];
