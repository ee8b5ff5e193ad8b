interface ProgressBarProps {
  label: string;
  value: number;
  max: number;
  /** Said instead of a percentage, such as "12 of 40". */
  valueText?: string;
}

/** How much of a long piece of work is done. */
export function ProgressBar({ label, value, max, valueText }: ProgressBarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  const words = valueText ?? `${Math.round(share * 100)}%`;
  return (
    <div>
      <div className="mb-1.5 flex justify-between gap-4 text-xs text-ink-muted">
        <span className="truncate">{label}</span>
        <span className="tabular-nums">{words}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={words}
        className="h-1.5 overflow-hidden rounded-full bg-pressed"
      >
        <div
          className="h-full origin-left rounded-full bg-accent transition-transform duration-200"
          style={{ transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  );
}
