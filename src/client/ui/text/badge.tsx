import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { modalityTone, type ModalityTone } from "#shared/tools/modality-words.ts";

/** Background and text colours of modalities. */
export const MODALITY_COLOURS: Record<ModalityTone, string> = {
  text: "bg-modality-text text-on-modality-text",
  image: "bg-modality-image text-on-modality-image",
  audio: "bg-modality-audio text-on-modality-audio",
  video: "bg-modality-video text-on-modality-video",
  multimodal: "bg-modality-multimodal text-on-modality-multimodal",
  other: "bg-modality-other text-on-modality-other",
};

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

const TONES = {
  neutral: "bg-modality-other text-on-modality-other",
  accent: "bg-accent-soft text-accent-ink",
  success: "bg-success-soft text-success-ink",
  warning: "bg-warning-soft text-warning-ink",
  danger: "bg-danger-soft text-danger-ink",
  outline: "border border-line text-ink-muted",
};

interface BadgeProps {
  tone?: keyof typeof TONES;
  className?: string;
  children: ReactNode;
}

/** Short label for the content next to it. */
export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex h-5.5 max-w-full items-center gap-1 rounded-chip px-2 text-xs font-medium whitespace-nowrap",
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}
