/** Modalities with their own colour, in display order. */
export const COLOURED_MODALITIES = ["text", "image", "audio", "video", "multimodal"] as const;

/** Name of a modality's colour: on screen `--color-modality-…` of styles.css, in the deck MODALITY_COLOUR. */
export type ModalityTone = (typeof COLOURED_MODALITIES)[number] | "other";

/** Returns the colour of a modality. Grey for none and for all but the five. */
export function modalityTone(modality: string | null): ModalityTone {
  const value = modality?.trim().toLowerCase();
  return COLOURED_MODALITIES.find((known) => known === value) ?? "other";
}
