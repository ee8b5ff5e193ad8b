import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";

interface PillPlaceProps {
  className?: string;
  children: ReactNode;
}

/**
 * Holds a pill over the beginning of what follows, and below the top bar for as long as that is in sight. It takes no
 * room, so that nothing moves when a pill comes.
 */
export function PillAnchor({ className, children }: PillPlaceProps) {
  return (
    <output
      className={classNames(
        "pointer-events-none sticky top-[calc(var(--sticky-top)+1.25rem)] z-20 flex h-0 items-start justify-center *:-translate-y-3",
        className,
      )}
    >
      {children}
    </output>
  );
}

interface PillProps {
  /** What there is, such as "3 new". */
  children: ReactNode;
  /** What a click does, in a word. */
  action: string;
  onAction: () => void;
}

/** Says of something that it is not shown yet, and shows it. */
export function Pill({ children, action, onAction }: PillProps) {
  return (
    <button
      type="button"
      onClick={onAction}
      className="pointer-events-auto flex min-h-control-small max-w-full items-center rounded-full border border-line-strong bg-raised px-3.5 py-1 text-left text-xs font-medium text-ink shadow-raised hover:bg-sunken print:hidden"
    >
      <span className="min-w-0 wrap-anywhere">
        {children} · <span className="text-accent-ink">{action}</span>
      </span>
    </button>
  );
}
