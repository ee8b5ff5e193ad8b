import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";

interface CountLineProps {
  /** Text about the number of shown items; false or null while unknown. */
  text: string | false | null;
  hasFilter: boolean;
  onClear: () => void;
  /** Control at the end of the line. */
  children?: ReactNode;
}

/** Line above a list: the number of shown items, and a button that clears the filter. */
export function CountLine({ text, hasFilter, onClear, children }: CountLineProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 md:min-h-9">
      <output className="text-ink-muted tabular-nums">
        {/* The usual width, so that nothing beside it moves when the number is known. */}
        {text || <span className="inline-block w-44" />}
      </output>
      {hasFilter && (
        // On phones it reaches beyond the line, so that the list stays in place.
        <Button variant="ghost" size="small" className="max-md:-my-3 max-md:ml-auto" onClick={onClear}>
          Clear Filters
        </Button>
      )}
      {children}
    </div>
  );
}
