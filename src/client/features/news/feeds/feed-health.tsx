import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { countOfEntries, formatEntryIssue, isUseless, noteWords } from "#shared/news/feed-words.ts";
import type { FeedReading } from "#shared/news/feeds.ts";
import type { SourceHealth } from "#shared/news/sources.ts";

/** Whether a feed's last fetch failed. */
const hasFailed = (health: SourceHealth | undefined): boolean =>
  health !== undefined && health.lastErrorAt !== null && health.lastErrorAt > (health.lastSuccessAt ?? "");

/** Whether a feed gives the team nothing at the moment. */
export const isOfNoUse = (health: SourceHealth | undefined, reading: FeedReading | null): boolean =>
  hasFailed(health) || (reading !== null && isUseless(reading));

interface FeedHealthProps {
  health: SourceHealth | undefined;
  reading: FeedReading | null;
  /** When it was added, which is when it was read first. */
  addedAt: string;
}

/** How a feed does: when it was last read, what of it could be used and what not, or why it was refused. */
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
  // Paragraphs, since each feed is an item of the list around it.
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
