import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";

interface PillAnchorProps {
  className?: string;
  children: ReactNode;
}

/**
 * Positions a pill over the start of the following content, or below the top bar while that content is visible. It
 * takes no space, so an appearing pill moves nothing.
 */
export function PillAnchor({ className, children }: PillAnchorProps) {
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
  /** Text, such as "3 new". */
  children: ReactNode;
  /** Short label of the action. */
  action: string;
  onAction: () => void;
}

/** Button that reports content not shown yet, and shows it. */
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
