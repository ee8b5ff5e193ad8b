import { duration } from "#client/format/upcoming.ts";
import { Disclosure } from "#client/ui/disclosure.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { JobRun } from "#shared/operations/jobs.ts";

import { countsInWords, TRIGGER_WORDS } from "./job-words.ts";
import { RunState } from "./run-state.tsx";

/** Job run with its outcome, trigger, duration and results. */
export function RunLine({ run }: { run: JobRun }) {
  const facts = [
    TRIGGER_WORDS[run.trigger],
    run.finishedAt !== null && `took ${duration(run.startedAt, run.finishedAt)}`,
    countsInWords(run.counts),
  ].filter(Boolean);
  return (
    <div className="text-xs text-ink-muted">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <RunState state={run.state} />
        <RelativeTime iso={run.startedAt} />
        <span>{facts.join(" · ")}</span>
      </div>
      {run.error !== null && <p className="mt-1 wrap-anywhere text-danger-ink">{run.error}</p>}
      {run.sourceErrors.length > 0 && (
        <Disclosure
          title={
            run.sourceErrors.length === 1 ? "1 source failed" : `${run.sourceErrors.length} sources failed`
          }
        >
          <ul className="flex flex-col gap-1 wrap-anywhere">
            {run.sourceErrors.map(({ source, message }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a finished list, in which a source may stand twice
              <li key={index}>
                <span className="font-medium text-ink">{source}</span>: {message}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}
