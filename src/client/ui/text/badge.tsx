import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";

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
