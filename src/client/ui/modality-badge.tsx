import { optionLabel } from "#shared/labels.ts";

const COLOURS = new Map([
  ["text", "bg-modality-text text-on-modality-text"],
  ["image", "bg-modality-image text-on-modality-image"],
  ["audio", "bg-modality-audio text-on-modality-audio"],
  ["video", "bg-modality-video text-on-modality-video"],
  ["multimodal", "bg-modality-multimodal text-on-modality-multimodal"],
]);
const OTHER = "bg-modality-other text-on-modality-other";

/** A modality in its fixed colour; any that is not among the five is grey. */
export function ModalityBadge({ modality }: { modality: string }) {
  return (
    <span
      className={`inline-flex h-5.5 max-w-full items-center rounded-chip px-2 text-xs font-medium whitespace-nowrap ${COLOURS.get(modality.toLowerCase()) ?? OTHER}`}
    >
      <span className="truncate">{optionLabel(modality)}</span>
    </span>
  );
}
