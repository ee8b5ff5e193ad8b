import { ChevronLeft, ChevronRight } from "lucide-react";

import { IconButton } from "#client/ui/button.tsx";
import type { MappingOf } from "#shared/imports/request.ts";
import { type ImportKind, readRow } from "#shared/imports/row.ts";

/** Field of a row as it will be saved. */
export interface SampleField {
  name: string;
  label: string;
  /** Empty if the row has no value for it. */
  text: string;
  /** Adjustments of the field, each with the original value. */
  notes: readonly { message: string; value: string }[];
}

interface ImportSampleProps {
  fields: readonly SampleField[];
  row: number;
  /** Position of the row among the listed rows, from 0. */
  position: number;
  count: number;
  onGo: (position: number) => void;
}

/** Sample row with all its fields, and buttons for the previous and next row. */
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

/** Returns the fields of a row as they will be stored. Empty if the row can't be parsed. */
export function sampleRow<Field extends string>(
  kind: ImportKind<Field, unknown>,
  row: unknown,
  mapping: MappingOf<Field>,
): SampleField[] {
  const reading = readRow(kind, row, mapping);
  if (!reading.ok) return [];
  const fields = new Map<string, unknown>(Object.entries(reading.fields ?? {}));
  return kind.fields.map((field) => ({
    name: field,
    label: kind.labels[field],
    text: formatValue(fields.get(field)),
    notes: reading.notes.filter((note) => note.field === field),
  }));
}

/** Formats a value as text, with one line per list item. */
function formatValue(value: unknown): string {
  if (Array.isArray(value)) {
    const isTextList = value.every((item) => typeof item === "string");
    return value.map(formatValue).join(isTextList ? ", " : "\n");
  }
  if (typeof value === "string" || typeof value === "number") return String(value);
  return typeof value === "object" && value !== null ? Object.values(value).map(formatValue).join(" ") : "";
}
