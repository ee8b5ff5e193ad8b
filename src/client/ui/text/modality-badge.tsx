import { optionLabel } from "#shared/kernel/labels.ts";
import { modalityTone } from "#shared/tools/modality.ts";

import { MODALITY_COLOURS } from "./modality-colours.ts";

/** Badge of a modality in its fixed colour; grey for modalities other than the five. */
export function ModalityBadge({ modality }: { modality: string }) {
  return (
    <span
      className={`inline-flex h-5.5 max-w-full items-center rounded-chip px-2 text-xs font-medium whitespace-nowrap ${MODALITY_COLOURS[modalityTone(modality)]}`}
    >
      <span className="truncate">{optionLabel(modality)}</span>
    </span>
  );
}
