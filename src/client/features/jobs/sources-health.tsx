import { upcomingTime } from "#client/format/upcoming.ts";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { useWantedSection } from "#client/ui/use-wanted-section.ts";
import { isFailing, type SourceHealth } from "#shared/news/sources.ts";

import { useSources } from "./use-jobs.ts";

/** Results of the last requests to external sources, with failures first. */
export function SourcesHealth() {
  const { data } = useSources();
  if (!data || data.length === 0) return null;
  return <SourceList sources={data} />;
}

function SourceList({ sources: unsorted }: { sources: readonly SourceHealth[] }) {
  const section = useWantedSection("sources");
  const sources = unsorted.toSorted((a, b) => Number(isFailing(b)) - Number(isFailing(a)));
  return (
    <section ref={section} tabIndex={-1} className="mt-6 outline-none">
      <h2 className="font-medium text-ink">Sources</h2>
      <p className="text-ink-muted">
        The sources of papers, news and release notes, and whether their last request succeeded.
      </p>
      <ul
        aria-label="Sources"
        // A list that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-3 max-h-80 divide-y divide-line overflow-y-auto rounded-control border border-line"
      >
        {sources.map((source) => (
          <SourceLine key={source.source} source={source} />
        ))}
      </ul>
    </section>
  );
}

function SourceLine({ source }: { source: SourceHealth }) {
  const isBad = isFailing(source);
  return (
    <li className="px-3 py-2 text-xs text-ink-muted">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere text-ink">{source.source}</span>
        <Badge tone={isBad ? "danger" : "success"}>{isBad ? "Failing" : "Working"}</Badge>
        <span className="ml-auto">
          {source.lastSuccessAt === null ? (
            "no response yet"
          ) : (
            <>
              responded <RelativeTime iso={source.lastSuccessAt} />
            </>
          )}
        </span>
      </div>
      {isBad && source.lastErrorAt !== null && (
        <p className="mt-1 wrap-anywhere">
          <span className="text-danger-ink">{source.lastError}</span> (
          <RelativeTime iso={source.lastErrorAt} />
          {source.nextTryAt !== null && `; next attempt ${upcomingTime(source.nextTryAt)}`})
        </p>
      )}
    </li>
  );
}
