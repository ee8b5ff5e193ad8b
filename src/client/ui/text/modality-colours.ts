import type { ModalityTone } from "#shared/tools/modality.ts";

/** Background and text colours of modalities. */
export const MODALITY_COLOURS: Record<ModalityTone, string> = {
  text: "bg-modality-text text-on-modality-text",
  image: "bg-modality-image text-on-modality-image",
  audio: "bg-modality-audio text-on-modality-audio",
  video: "bg-modality-video text-on-modality-video",
  multimodal: "bg-modality-multimodal text-on-modality-multimodal",
  other: "bg-modality-other text-on-modality-other",
};
