import { CircleAlert } from "lucide-react";

import { ProgressBar } from "#client/ui/feedback/progress.tsx";

import { FeedReportList } from "./feed-report-list.tsx";
import type { FeedImport } from "./use-feed-import.ts";

const formatCount = (count: number): string => count.toLocaleString("en-US");

/** Progress of a feed import, and the result for each feed. */
export function FeedImportRun({ run: { status, list, report, unreadable, error } }: { run: FeedImport }) {
  const progress = `${formatCount(report.length)} of ${formatCount(list.length)} feeds`;
  return (
    <div className="space-y-4">
      {status === "done" ? (
        <output className="block text-base font-medium text-ink">{formatSummary(report, list.length)}</output>
      ) : (
        <ProgressBar
          label={status === "halted" ? "Import stopped" : "Importing feeds"}
          value={report.length}
          max={list.length}
          valueText={progress}
        />
      )}
      {unreadable !== "" && <p className="text-sm break-words text-warning-ink">{unreadable}</p>}
      {status === "halted" && (
        <p
          role="alert"
          className="flex items-start gap-2 rounded-control bg-danger-soft p-3 text-sm text-danger-ink"
        >
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            {error} {formatCount(report.length)} feeds were done before that; trying again won't add any
            twice.
          </span>
        </p>
      )}
      {report.length > 0 && <FeedReportList feeds={report} />}
    </div>
  );
}

/** "512 feeds added, 180 were there already, 8 were refused." */
function formatSummary(report: FeedImport["report"], all: number): string {
  const count = (wanted: (typeof report)[number]["outcome"]) =>
    report.filter(({ outcome }) => outcome === wanted).length;
  const [added, known, refused] = [count("added"), count("known"), count("refused")];
  const parts = [
    added === 1 ? "1 feed added" : `${formatCount(added)} feeds added`,
    known > 0 && `${formatCount(known)} already in the list`,
    refused > 0 && `${formatCount(refused)} refused`,
    report.length < all && `${formatCount(all - report.length)} not sent`,
  ];
  return `${parts.filter(Boolean).join(", ")}.`;
}
