import { ChevronLeft, ChevronRight } from "lucide-react";

import { IconButton } from "#client/ui/icon-button.tsx";

/** A field of a row as it will be saved. */
export interface SampleField {
  name: string;
  label: string;
  /** Empty where the row says nothing of it. */
  text: string;
  /** What of the field was adjusted, and what stood there. */
  notes: readonly { message: string; value: string }[];
}

interface ImportSampleProps {
  fields: readonly SampleField[];
  row: number;
  /** Which of the rows that are listed this is, from 0. */
  position: number;
  count: number;
  onGo: (position: number) => void;
}

/** One row with all its fields, and the ways to the rows before and behind it. */
export function ImportSample({ fields, row, position, count, onGo }: ImportSampleProps) {
  return (
    <section aria-label="Row as it will be saved" className="mb-5 rounded-control border border-line">
      <div className="flex items-center gap-2 border-b border-line py-1 pr-1 pl-3">
        <h3 aria-live="polite" className="min-w-0 flex-1 text-sm font-medium text-ink">
          Row {row.toLocaleString("en-US")}, as it will be saved{" "}
          <span className="font-normal whitespace-nowrap text-ink-muted tabular-nums">
            {(position + 1).toLocaleString("en-US")} of {count.toLocaleString("en-US")}
          </span>
        </h3>
        <IconButton label="Previous row" disabled={position === 0} onClick={() => onGo(position - 1)}>
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton label="Next row" disabled={position + 1 >= count} onClick={() => onGo(position + 1)}>
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        aria-label="Fields of the row"
        className="max-h-72 overflow-y-auto overscroll-contain px-3 py-2"
      >
        <dl className="grid grid-cols-1 gap-x-4 text-sm md:grid-cols-[9rem_minmax(0,1fr)]">
          {fields.map(({ name, label, text, notes }) => (
            <div key={name} className="contents">
              <dt className="pt-1 text-ink-muted">{label}</dt>
              <dd className="min-w-0 pt-1 pb-1">
                {text === "" ? (
                  <span className="text-ink-faint">Nothing</span>
                ) : (
                  <span className="line-clamp-4 break-words whitespace-pre-line text-ink">{text}</span>
                )}
                {notes.map(({ message, value }) => (
                  <span key={message} className="block text-xs break-words text-warning-ink">
                    {message}: {value}
                  </span>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </section>
  );
}
