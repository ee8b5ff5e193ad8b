import { Link } from "react-router-dom";

import { SOURCES_LINK } from "#client/features/jobs/outcome-words.ts";
import { Card } from "#client/ui/card.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { SystemFacts } from "#shared/operations/system.ts";

/** Sources of papers, news and release notes. Lists failing sources with the reason. */
export function SystemSources({ sources: { count, failingCount, failing } }: Pick<SystemFacts, "sources">) {
  const others = failingCount - failing.length;
  return (
    <Card className="p-5">
      <h2 className="text-base font-semibold text-ink">Sources</h2>
      <p className="mt-1 text-ink-muted">
        {failingCount === 0 ? (
          describeSources(count, failingCount)
        ) : (
          <Link
            to={SOURCES_LINK.to}
            className="rounded-chip underline underline-offset-2 hover:text-ink pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
          >
            {describeSources(count, failingCount)}
          </Link>
        )}
      </p>
      {failing.length > 0 && (
        <ul aria-label="Failing sources" className="mt-3 divide-y divide-line">
          {failing.map(({ source, lastError, lastSuccessAt }) => (
            <li key={source} className="py-2 wrap-anywhere last:pb-0">
              <p className="font-medium text-ink">{source}</p>
              <p className="text-xs text-ink-muted">
                <span className="text-danger-ink">{lastError}</span>{" "}
                {lastSuccessAt === null ? (
                  "(no response yet)"
                ) : (
                  <>
                    (responded <RelativeTime iso={lastSuccessAt} />)
                  </>
                )}
              </p>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="mt-3 text-xs text-ink-muted">
          <Link to={SOURCES_LINK.to} className="rounded-chip underline underline-offset-2 hover:text-ink">
            And {others} more, under Jobs.
          </Link>
        </p>
      )}
    </Card>
  );
}

function describeSources(count: number, failing: number): string {
  if (count === 0) return "No requests yet.";
  const all = count === 1 ? "1 source" : `${count.toLocaleString("en-US")} sources`;
  if (failing === 0) return `${all}; all responded to the last request.`;
  return `${all}; ${failing.toLocaleString("en-US")} failed on the last request.`;
}
