import { useVirtualizer } from "@tanstack/react-virtual";
import { useMemo, useRef, useState } from "react";

import { Badge } from "#client/ui/badge.tsx";
import { classNames } from "#client/ui/class-names.ts";

import type { ImportLine } from "./use-import-run.ts";

type Outcome = ImportLine["outcome"];

const OUTCOMES: Outcome[] = ["created", "updated", "skipped", "wrong", "missed"];
const TONES = {
  created: "success",
  updated: "accent",
  skipped: "neutral",
  wrong: "danger",
  missed: "warning",
} as const;
const FAULTS: ReadonlySet<Outcome> = new Set(["wrong", "missed"]);
const PLANNED: Record<Outcome, string> = {
  created: "New",
  updated: "Update",
  skipped: "Skip",
  wrong: "Wrong",
  missed: "Not checked",
};
const DONE: Record<Outcome, string> = {
  created: "Added",
  updated: "Updated",
  skipped: "Skipped",
  wrong: "Wrong",
  missed: "Not imported",
};

interface ImportLinesProps {
  lines: readonly ImportLine[];
  /** Nothing has been imported yet: the words say what would happen. */
  isPlan: boolean;
}

/** What becomes of every row, with counts that filter the list. */
export function ImportLines({ lines, isPlan }: ImportLinesProps) {
  const [filter, setFilter] = useState<Outcome | null>(null);
  const groups = useMemo(() => Map.groupBy(lines, ({ outcome }) => outcome), [lines]);
  const shown = filter === null ? lines : (groups.get(filter) ?? []);
  const words = isPlan ? PLANNED : DONE;

  return (
    <section aria-label="Rows">
      <div className="mb-3 flex flex-wrap gap-1.5">
        <Chip label="All rows" count={lines.length} isOn={filter === null} onClick={() => setFilter(null)} />
        {OUTCOMES.filter((outcome) => groups.has(outcome)).map((outcome) => (
          <Chip
            key={outcome}
            label={words[outcome]}
            count={groups.get(outcome)?.length ?? 0}
            isOn={filter === outcome}
            onClick={() => setFilter(filter === outcome ? null : outcome)}
          />
        ))}
      </div>
      <LineList key={filter} lines={shown} words={words} />
    </section>
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

function LineList({ lines, words }: { lines: readonly ImportLine[]; words: Record<Outcome, string> }) {
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- no React Compiler here that could memoize it wrongly
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 52,
    overscan: 10,
  });
  return (
    <section
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      aria-label="List of rows"
      className="h-80 overflow-y-auto overscroll-contain rounded-control border border-line-strong"
    >
      <ol className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <li
              key={line.row}
              ref={rows.measureElement}
              data-index={index}
              className="absolute inset-x-0 top-0 flex items-start gap-3 border-b border-line px-3 py-2"
              style={{ transform: `translateY(${start}px)` }}
            >
              <span className="w-10 shrink-0 pt-0.5 text-right text-xs text-ink-faint tabular-nums">
                {line.row}
              </span>
              <span className="w-24 shrink-0">
                <Badge tone={TONES[line.outcome]}>{words[line.outcome]}</Badge>
              </span>
              <span className="min-w-0 flex-1 text-sm">
                <span className="block break-words text-ink">{line.name ?? "No name"}</span>
                {line.message && (
                  <span
                    className={classNames(
                      "block text-xs break-words",
                      FAULTS.has(line.outcome) ? "text-danger-ink" : "text-ink-muted",
                    )}
                  >
                    {line.message}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
