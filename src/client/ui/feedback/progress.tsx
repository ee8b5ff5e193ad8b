import { LoaderCircle } from "lucide-react";

import { classNames } from "#client/ui/class-names.ts";

/** Grey placeholder for loading content. Pass the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classNames("animate-pulse rounded-chip bg-pressed", className)} />;
}

/** Spinning circle. Decorative, because the text next to it describes the activity. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return <LoaderCircle aria-hidden className={`animate-spin ${className}`} />;
}

interface ProgressBarProps {
  label: string;
  value: number;
  max: number;
  /** Announced instead of a percentage, such as "12 of 40". */
  valueText?: string;
}

/** Progress bar of a long task. */
export function ProgressBar({ label, value, max, valueText }: ProgressBarProps) {
  const words = valueText ?? `${max > 0 ? Math.round((value / max) * 100) : 0}%`;
  return (
    <div>
      <div className="mb-1.5 flex justify-between gap-4 text-xs text-ink-muted">
        <span className="truncate">{label}</span>
        <span className="shrink-0 tabular-nums">{words}</span>
      </div>
      <progress
        aria-label={label}
        aria-valuetext={words}
        value={value}
        max={Math.max(max, 1)}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-pressed [&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-pressed [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]"
      />
    </div>
  );
}
