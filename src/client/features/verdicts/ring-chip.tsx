import { classNames } from "#client/ui/class-names.ts";
import { RING_WORDS, type Ring } from "#shared/verdicts/rings.ts";

const COLOURS: Readonly<Record<Ring, string>> = {
  adopt: "bg-success-soft text-success-ink",
  trial: "bg-accent-soft text-accent-ink",
  assess: "bg-warning-soft text-warning-ink",
  hold: "bg-danger-soft text-danger-ink",
};

/** Symbol of a ring: full, half full, empty or crossed out. It makes rings distinguishable without colour. */
export function RingSign({ ring, className = "size-2.5" }: { ring: Ring; className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 10 10" className={classNames("shrink-0", className)}>
      <circle cx="5" cy="5" r="4" fill={ring === "adopt" ? "currentColor" : "none"} stroke="currentColor" />
      {ring === "trial" && <path d="M5 1a4 4 0 0 1 0 8z" fill="currentColor" />}
      {ring === "hold" && <path d="M2.2 7.8 7.8 2.2" stroke="currentColor" strokeWidth="1.4" />}
    </svg>
  );
}

interface RingChipProps {
  ring: Ring;
  /** True to show only the symbol in narrow tables. */
  isIconOnlyWhenNarrow?: boolean;
  className?: string;
}

/** Name, symbol and colour of a tool's ring. */
export function RingChip({ ring, isIconOnlyWhenNarrow = false, className }: RingChipProps) {
  return (
    <span
      title={isIconOnlyWhenNarrow ? RING_WORDS[ring].label : undefined}
      className={classNames(
        "inline-flex h-5.5 shrink-0 items-center gap-1 rounded-chip px-1.5 text-xs font-medium whitespace-nowrap",
        COLOURS[ring],
        className,
      )}
    >
      <RingSign ring={ring} />
      <span className={classNames(isIconOnlyWhenNarrow && "@max-5xl:in-[table]:sr-only")}>
        {RING_WORDS[ring].label}
      </span>
    </span>
  );
}
