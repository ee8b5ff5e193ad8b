import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";

interface CountLineProps {
  /** How many are shown; nothing while that is not known. */
  text: string | false | null;
  hasFilter: boolean;
  onClear: () => void;
  /** A control at the end of the line. */
  children?: ReactNode;
}

/** The line above a list: how much of it is shown, and the way back to all of it. */
export function CountLine({ text, hasFilter, onClear, children }: CountLineProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
      <output className="text-ink-muted tabular-nums">{text}</output>
      {hasFilter && (
        <Button variant="ghost" size="small" onClick={onClear}>
          Clear Filters
        </Button>
      )}
      {children}
    </div>
  );
}
