import { TriangleAlert } from "lucide-react";

import { ProgressBar } from "#client/ui/feedback/progress.tsx";

import type { ImportRun } from "./use-import-run.ts";

const formatNumber = (count: number) => count.toLocaleString("en-US");

/** Returns "Rows 251 to 500", or a count if they are not consecutive. */
function nameRows(rows: readonly number[]): string {
  const [first = 0, last = 0] = [rows[0], rows.at(-1)];
  const isRun = rows.every((row, index) => row === first + index);
  return isRun && rows.length > 1
    ? `Rows ${formatNumber(first)} to ${formatNumber(last)}`
    : `${formatNumber(rows.length)} rows`;
}

interface ImportProgressProps {
  run: ImportRun;
  /** Noun for the imported items, such as "tool". */
  noun: string;
  label: string;
  /** True for a dry run. */
  isPlan: boolean;
}

/** Progress of a run, and the error if it stopped. */
export function ImportProgress({ run, noun, label, isPlan }: ImportProgressProps) {
  const { status, lines, total, halt } = run;
  if (status === "done") return null;
  const done = lines.filter(({ outcome }) => outcome !== "missed").length;
  return (
    <div className="mb-5 space-y-4">
      <ProgressBar
        label={halt ? "Import stopped" : label}
        value={lines.length}
        max={total}
        valueText={`${formatNumber(lines.length)} of ${formatNumber(total)} rows`}
      />
      {halt && (
        <div
          role="alert"
          className="flex items-start gap-2.5 rounded-control bg-danger-soft p-3 text-sm text-danger-ink"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p>
            <span className="font-medium">
              {nameRows(halt.rows)} couldn't be sent: {halt.error}
            </span>{" "}
            {isPlan
              ? "Nothing was saved."
              : `${formatNumber(done)} rows before that are done. Try again or skip these rows; no ${noun} will be added twice.`}
          </p>
        </div>
      )}
    </div>
  );
}
