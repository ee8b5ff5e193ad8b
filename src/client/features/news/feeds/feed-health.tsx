import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { countOfEntries, formatEntryIssue, isUseless, noteWords } from "#shared/news/feed-words.ts";
import type { FeedReading } from "#shared/news/feeds.ts";
import type { SourceHealth } from "#shared/news/sources.ts";

/** True if a feed's last fetch failed. */
const hasFailed = (health: SourceHealth | undefined): boolean =>
  health !== undefined && health.lastErrorAt !== null && health.lastErrorAt > (health.lastSuccessAt ?? "");

/** True if a feed currently provides no usable articles. */
export const isOfNoUse = (health: SourceHealth | undefined, reading: FeedReading | null): boolean =>
  hasFailed(health) || (reading !== null && isUseless(reading));

interface FeedHealthProps {
  health: SourceHealth | undefined;
  reading: FeedReading | null;
  /** Time of its addition, which is that of its first fetch. */
  addedAt: string;
}

/** State of a feed: its last fetch, the number of usable and unusable entries, or the error. */
export function FeedHealth({ health, reading, addedAt }: FeedHealthProps) {
  const { lastSuccessAt, lastErrorAt, lastError } = health ?? {};
  const readAt = lastSuccessAt ?? (reading && addedAt);
  const isFailing = hasFailed(health);
  return (
    <div className="mt-1 space-y-1 text-xs text-ink-muted">
      {isFailing && lastErrorAt ? (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge tone="danger">Failed</Badge>
          <span className="wrap-anywhere">
            <RelativeTime iso={lastErrorAt} />
            {lastError && `: ${lastError}`}
          </span>
        </p>
      ) : (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {reading && isUseless(reading) && <Badge tone="warning">No usable entries</Badge>}
          <span>
            {readAt ? (
              <>
                Read <RelativeTime iso={readAt} />
              </>
            ) : (
              "Not read yet"
            )}
            {reading && ` · ${usableWords(reading)}`}
          </span>
        </p>
      )}
      {!isFailing && reading && <Oddities reading={reading} />}
    </div>
  );
}

function usableWords({ entries, usable }: FeedReading): string {
  if (entries === 0) return "no entries";
  if (entries === usable) return countOfEntries(entries);
  return `${usable.toLocaleString("en-US")} of ${countOfEntries(entries)} usable`;
}

function Oddities({ reading: { issues, notes } }: { reading: FeedReading }) {
  // Paragraphs, because each feed is an item of the surrounding list.
  return (
    <>
      {issues.map((issue) => (
        <p key={issue.kind} className="wrap-anywhere">
          Skipped: {formatEntryIssue(issue)}
          {issue.example && <span className="text-ink-faint"> (“{issue.example}”)</span>}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note.kind}>{noteWords(note)}</p>
      ))}
    </>
  );
}
