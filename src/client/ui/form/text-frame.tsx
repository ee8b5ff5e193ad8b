import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";

interface TextFrameProps {
  /** Accessible name, also shown above. */
  label: string;
  /** Buttons to the right of the label. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** Preformatted text in a frame, which scrolls if long. */
export function TextFrame({ label, actions, className, children }: TextFrameProps) {
  return (
    <div className={classNames("overflow-hidden rounded-control border border-line bg-sunken", className)}>
      <div className="flex min-h-control items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-3">
        <span className="text-xs font-medium text-ink-faint">{label}</span>
        {actions}
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        dir="auto"
        aria-label={label}
        className="max-h-96 overflow-y-auto overscroll-contain px-3 py-2.5 break-words whitespace-pre-wrap text-ink -outline-offset-2"
      >
        {children}
      </section>
    </div>
  );
}
