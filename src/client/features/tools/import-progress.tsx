import { TriangleAlert } from "lucide-react";

import { ProgressBar } from "#client/ui/progress-bar.tsx";

import type { ImportRun } from "./use-import-run.ts";

const numberOf = (count: number) => count.toLocaleString("en-US");

interface ImportProgressProps {
  run: ImportRun;
  label: string;
  /** A dry run. */
  isPlan: boolean;
}

/** How far a run has come, and why it has halted where it has. */
export function ImportProgress({ run, label, isPlan }: ImportProgressProps) {
  const { status, lines, total, halt } = run;
  if (status === "done") return null;
  const done = lines.filter(({ outcome }) => outcome !== "missed").length;
  return (
    <div className="mb-5 space-y-4">
      <ProgressBar
        label={halt ? "Halted" : label}
        value={lines.length}
        max={total}
        valueText={`${numberOf(lines.length)} of ${numberOf(total)} rows`}
      />
      {halt && (
        <div
          role="alert"
          className="flex items-start gap-2.5 rounded-control bg-danger-soft p-3 text-sm text-danger-ink"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p>
            <span className="font-medium">
              Rows {numberOf(halt.first)} to {numberOf(halt.last)} could not be sent: {halt.fault}
            </span>{" "}
            {isPlan
              ? "Nothing has been saved."
              : `${numberOf(done)} rows before them are done. Try again, or skip these rows; no tool is added twice.`}
          </p>
        </div>
      )}
    </div>
  );
}
