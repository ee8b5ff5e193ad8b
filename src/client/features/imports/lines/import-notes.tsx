import { useMemo } from "react";

import type { ImportLine } from "#client/features/imports/run/use-import-run.ts";
import { Button } from "#client/ui/button.tsx";
import { countNotes } from "#shared/imports/request.ts";

interface ImportNotesProps {
  lines: readonly ImportLine[];
  /** Message whose rows are shown. */
  shown: string | null;
  onShow: (message: string | null) => void;
}

/** Adjustments counted by kind, each with a link to its rows. */
export function ImportNotes({ lines, shown, onShow }: ImportNotesProps) {
  const notes = useMemo(() => countNotes(lines), [lines]);
  if (notes.length === 0) return null;
  return (
    <section aria-label="Adjusted fields" className="mb-5 rounded-control border border-line">
      <h3 className="border-b border-line px-3 py-2 text-sm font-medium text-ink">
        Values that will be adjusted or left out
      </h3>
      <ul className="max-h-48 divide-y divide-line overflow-y-auto">
        {notes.map(({ message, count }) => (
          <li key={message} className="flex items-center justify-between gap-3 px-3 py-1.5 text-sm">
            <span className="min-w-0 break-words text-ink">
              {message}{" "}
              <span className="whitespace-nowrap text-ink-muted tabular-nums">
                — {count.toLocaleString("en-US")} {count === 1 ? "row" : "rows"}
              </span>
            </span>
            <Button
              size="small"
              aria-pressed={shown === message}
              aria-label={shown === message ? "Show all rows" : `Show the rows: ${message}`}
              onClick={() => onShow(shown === message ? null : message)}
            >
              {shown === message ? "Show All" : "Show"}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
