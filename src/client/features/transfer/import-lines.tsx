import { useMemo, useState } from "react";

import { ImportLineList } from "./import-line-list.tsx";
import type { ImportLine } from "./use-import-run.ts";

type Outcome = ImportLine["outcome"];

const OUTCOMES: Outcome[] = ["created", "updated", "skipped", "wrong", "missed"];
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
  if (lines.length === 0) return null;

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
      <ImportLineList key={filter} lines={shown} words={words} />
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
