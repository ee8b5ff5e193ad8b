import { useMemo, useState } from "react";

import type { ImportLine } from "#client/features/imports/run/use-import-run.ts";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { ScrollingRows } from "#client/ui/list/scrolling-rows.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { countNotes } from "#shared/imports/request.ts";

import { ImportSample, type SampleField } from "./import-sample.tsx";

type Outcome = ImportLine["outcome"];

const OUTCOMES: Outcome[] = ["created", "updated", "skipped", "wrong", "missed"];
const PLANNED_LABELS: Record<Outcome, string> = {
  created: "New",
  updated: "Update",
  skipped: "Skip",
  wrong: "Invalid",
  missed: "Not checked",
};
const DONE_LABELS: Record<Outcome, string> = {
  created: "Added",
  updated: "Updated",
  skipped: "Skipped",
  wrong: "Invalid",
  missed: "Not imported",
};

type Filter = { outcome: Outcome } | { note: string };

const matchesFilter = (filter: Filter | null) => (line: ImportLine) =>
  filter === null ||
  ("outcome" in filter
    ? line.outcome === filter.outcome
    : line.notes.some(({ message }) => message === filter.note));

interface ImportLinesProps {
  lines: readonly ImportLine[];
  /** True before the import. The text then describes what would happen. */
  isPlan: boolean;
  /** Returns the fields of a row as they will be stored. Empty if the row can't be parsed in the browser. */
  sampleRow?: (row: number) => readonly SampleField[];
}

/** Results of all rows: adjustments, a sample row with its fields, and buttons that filter the list by result. */
export function ImportLines({ lines, isPlan, sampleRow }: ImportLinesProps) {
  const [filter, setFilter] = useState<Filter | null>(null);
  const [position, setPosition] = useState(0);
  const groups = useMemo(() => Map.groupBy(lines, ({ outcome }) => outcome), [lines]);
  const listed = useMemo(() => lines.filter(matchesFilter(filter)), [lines, filter]);
  const labels = isPlan ? PLANNED_LABELS : DONE_LABELS;
  if (lines.length === 0) return null;

  const choose = (wanted: Filter | null) => {
    setFilter(wanted);
    setPosition(0);
  };
  const outcome = filter !== null && "outcome" in filter ? filter.outcome : null;
  const line = listed[position];
  const fields = line && sampleRow ? sampleRow(line.row) : [];

  return (
    <>
      <ImportNotes
        lines={lines}
        shown={filter !== null && "note" in filter ? filter.note : null}
        onShow={(note) => choose(note === null ? null : { note })}
      />
      {line && fields.length > 0 && (
        <ImportSample
          fields={fields}
          row={line.row}
          position={position}
          count={listed.length}
          onGo={setPosition}
        />
      )}
      <section aria-label="Rows">
        <div className="mb-3 flex flex-wrap gap-1.5">
          <Chip label="All rows" count={lines.length} isOn={filter === null} onClick={() => choose(null)} />
          {OUTCOMES.filter((known) => groups.has(known)).map((known) => (
            <Chip
              key={known}
              label={labels[known]}
              count={groups.get(known)?.length ?? 0}
              isOn={outcome === known}
              onClick={() => choose(outcome === known ? null : { outcome: known })}
            />
          ))}
        </div>
        <ImportLineList key={JSON.stringify(filter)} lines={listed} words={labels} />
      </section>
    </>
  );
}

interface ChipProps {
  label: string;
  count: number;
  isOn: boolean;
  onClick: () => void;
}

function Chip({ label, count, isOn, onClick }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className="inline-flex h-control-small items-center gap-1.5 rounded-control border border-line px-2.5 text-xs font-medium text-ink-muted hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
    >
      {label} <span className="tabular-nums">{count.toLocaleString("en-US")}</span>
    </button>
  );
}

interface ImportNotesProps {
  lines: readonly ImportLine[];
  /** Message of the rows that are shown; null for all rows. */
  shown: string | null;
  onShow: (message: string | null) => void;
}

/** Adjustments counted by message, each with a button that shows its rows. */
function ImportNotes({ lines, shown, onShow }: ImportNotesProps) {
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

const TONES = {
  created: "success",
  updated: "accent",
  skipped: "neutral",
  wrong: "danger",
  missed: "warning",
} as const;
const FAILED_OUTCOMES: ReadonlySet<ImportLine["outcome"]> = new Set(["wrong", "missed"]);

interface ImportLineListProps {
  lines: readonly ImportLine[];
  words: Record<ImportLine["outcome"], string>;
}

const rowNumberOf = ({ row }: ImportLine) => row;

/** List of the file's rows with their results. Only visible rows are rendered. */
function ImportLineList({ lines, words }: ImportLineListProps) {
  return (
    <ScrollingRows
      label="List of rows"
      rows={lines}
      rowHeight={52}
      keyOf={rowNumberOf}
      className="max-h-80 border-line-strong"
      rowClassName="flex items-start gap-3 px-3 py-2"
    >
      {({ row, outcome, name, message }) => (
        <>
          <span className="w-10 shrink-0 pt-0.5 text-right text-xs text-ink-faint tabular-nums">{row}</span>
          <span className="w-24 shrink-0">
            <Badge tone={TONES[outcome]}>{words[outcome]}</Badge>
          </span>
          <span className="min-w-0 flex-1 text-sm">
            <span className="block break-words text-ink">{name ?? "No name"}</span>
            {message && (
              <span
                className={classNames(
                  "block text-xs break-words",
                  FAILED_OUTCOMES.has(outcome) ? "text-danger-ink" : "text-ink-muted",
                )}
              >
                {message}
              </span>
            )}
          </span>
        </>
      )}
    </ScrollingRows>
  );
}
