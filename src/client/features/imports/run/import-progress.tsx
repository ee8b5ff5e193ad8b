import { TriangleAlert, CircleCheck, Undo2 } from "lucide-react";

import type { ImportFlow } from "#client/features/imports/use-import.ts";
import { Button } from "#client/ui/button.tsx";
import { ProgressBar } from "#client/ui/feedback/progress.tsx";

import type { ImportRun, ImportLine } from "./use-import-run.ts";
import { describeUndo } from "./use-undo-import.ts";

const formatNumber = (count: number) => count.toLocaleString("en-US");

/** Formats row numbers: "Rows 251 to 500", or a count if they are not consecutive. */
function formatRowNumbers(rows: readonly number[]): string {
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
  /** True for a preview, which saves nothing. */
  isPlan: boolean;
}

/** Progress of a run, with its error if it stopped. */
export function ImportProgress({ run, noun, label, isPlan }: ImportProgressProps) {
  const { status, lines, total, failedBatch } = run;
  if (status === "done") return null;
  const done = lines.filter(({ outcome }) => outcome !== "missed").length;
  return (
    <div className="mb-5 space-y-4">
      <ProgressBar
        label={failedBatch ? "Import stopped" : label}
        value={lines.length}
        max={total}
        valueText={`${formatNumber(lines.length)} of ${formatNumber(total)} rows`}
      />
      {failedBatch && (
        <div
          role="alert"
          className="flex items-start gap-2.5 rounded-control bg-danger-soft p-3 text-sm text-danger-ink"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <p>
            <span className="font-medium">
              {formatRowNumbers(failedBatch.rows)} couldn't be sent: {failedBatch.error}
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

interface ImportReportProps {
  noun: string;
  lines: readonly ImportLine[];
  undo: ImportFlow["undo"];
}

/** Summary of an import with an undo button, and the result of the undo. */
export function ImportReport({ noun, lines, undo }: ImportReportProps) {
  if (undo.undone)
    return <StatusLine isGood={undo.undone.kept === 0}>{describeUndo(undo.undone)}</StatusLine>;
  const count = (...outcomes: ImportLine["outcome"][]) =>
    lines.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const failed = count("wrong", "missed");
  const { progress } = undo;
  const done = `${formatCount(count("created"), noun)} added, ${count("updated").toLocaleString("en-US")} updated`;
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      {progress ? (
        <StatusLine isGood={null}>
          {`Undoing: ${describeUndo(progress)} It continues if you close this dialog.`}
        </StatusLine>
      ) : (
        <StatusLine isGood={failed === 0}>
          {failed === 0 ? `${done}.` : `${done}; ${formatCount(failed, "row")} not imported.`}
        </StatusLine>
      )}
      {count("created", "updated") > 0 && (
        <Button
          size="small"
          icon={<Undo2 aria-hidden />}
          isPending={undo.isPending}
          pendingLabel="Undoing..."
          onClick={undo.start}
        >
          Undo Import
        </Button>
      )}
    </div>
  );
}

/** Sentence with an icon for success, a warning, or work in progress (`isGood` is null). */
function StatusLine({ isGood, children }: { isGood: boolean | null; children: string }) {
  return (
    <output className="flex items-center gap-2.5 text-base font-medium text-ink">
      {isGood === null ? (
        <Undo2 aria-hidden className="size-5 shrink-0 text-ink-faint" />
      ) : isGood ? (
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success-ink" />
      ) : (
        <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning-ink" />
      )}
      {children}
    </output>
  );
}

const formatCount = (count: number, noun: string) =>
  count === 1 ? `1 ${noun}` : `${count.toLocaleString("en-US")} ${noun}s`;
