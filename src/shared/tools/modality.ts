/** The modalities that have a colour of their own, in the order in which they are shown. */
export const COLOURED_MODALITIES = ["text", "image", "audio", "video", "multimodal"] as const;

/** Names a modality's colour: on screen `--color-modality-…` of styles.css, in the deck MODALITY_COLOUR. */
export type ModalityTone = (typeof COLOURED_MODALITIES)[number] | "other";

/** The colour of a modality; any that is not among the five, or none, is grey. */
export function modalityTone(modality: string | null): ModalityTone {
  const value = modality?.trim().toLowerCase();
  return COLOURED_MODALITIES.find((known) => known === value) ?? "other";
}
