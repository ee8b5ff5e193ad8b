import { Trash2 } from "lucide-react";

import { IconButton } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { ExternalLink } from "#client/ui/links.tsx";
import { ScrollingRows } from "#client/ui/list/scrolling-rows.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { countEntries, formatEntryIssue, isUnusable, describeNote } from "#shared/news/feed-words.ts";
import type { Feed, FeedReading } from "#shared/news/feeds.ts";
import type { SourceHealth } from "#shared/news/sources.ts";

import { type FindHealth, useFeeds, useRemoveFeed } from "./use-feeds.ts";

/** Feeds of the team, and the number of feeds without usable articles. */
export function FeedList() {
  const { feeds, findHealth } = useFeeds();
  if (feeds.isPending) return <Skeleton className="h-40 w-full rounded-control" />;
  if (feeds.isError)
    return <ErrorState text="Couldn't load the feeds." onRetry={() => void feeds.refetch()} />;
  const { data } = feeds;
  const unusable = data.filter(({ url, reading }) => providesNothing(findHealth(url), reading)).length;
  return (
    <div>
      <div className="mb-2 flex flex-wrap gap-x-3 text-ink-muted">
        <output>{data.length === 1 ? "1 feed" : `${data.length.toLocaleString("en-US")} feeds`}</output>
        {unusable > 0 && (
          <span className="text-warning-ink">
            {unusable === 1
              ? "1 failing or without usable entries"
              : `${unusable} failing or without usable entries`}
          </span>
        )}
      </div>
      {data.length > 0 && <FeedRows feeds={data} findHealth={findHealth} />}
    </div>
  );
}

const idOf = ({ id }: Feed) => id;

/** One row per feed. In a long list, only visible rows are rendered. */
function FeedRows({ feeds, findHealth }: { feeds: readonly Feed[]; findHealth: FindHealth }) {
  const remove = useRemoveFeed();
  return (
    <ScrollingRows
      label="All feeds"
      listLabel="News feeds"
      rows={feeds}
      rowHeight={74}
      keyOf={idOf}
      className="max-h-96 border-line"
    >
      {(feed) => (
        <FeedRow
          feed={feed}
          health={findHealth(feed.url)}
          isRemoving={remove.isPending && remove.variables.id === feed.id}
          onRemove={() => remove.mutate({ id: feed.id })}
        />
      )}
    </ScrollingRows>
  );
}

interface FeedRowProps {
  feed: Feed;
  health: SourceHealth | undefined;
  isRemoving: boolean;
  onRemove: () => void;
}

/** Feed with its URL, state and remove button. */
function FeedRow({ feed: { title, url, reading, createdAt }, health, isRemoving, onRemove }: FeedRowProps) {
  return (
    <div className="flex items-start gap-2 py-2 pr-1.5 pl-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{title}</p>
        <div className="text-xs">
          <ExternalLink href={url}>{url}</ExternalLink>
        </div>
        <FeedHealth health={health} reading={reading} addedAt={createdAt} />
      </div>
      <IconButton size="small" label={`Remove ${title}`} aria-disabled={isRemoving} onClick={onRemove}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  );
}

/** True if a feed's last fetch failed. */
const hasFailed = (health: SourceHealth | undefined): boolean =>
  health !== undefined && health.lastErrorAt !== null && health.lastErrorAt > (health.lastSuccessAt ?? "");

/** True if a feed currently contains no usable articles. */
const providesNothing = (health: SourceHealth | undefined, reading: FeedReading | null): boolean =>
  hasFailed(health) || (reading !== null && isUnusable(reading));

interface FeedHealthProps {
  health: SourceHealth | undefined;
  reading: FeedReading | null;
  /** Time when the feed was added and first fetched. */
  addedAt: string;
}

/** State of a feed: its last fetch with the numbers of usable and unusable entries, or the error. */
function FeedHealth({ health, reading, addedAt }: FeedHealthProps) {
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
          {reading && isUnusable(reading) && <Badge tone="warning">No usable entries</Badge>}
          <span>
            {readAt ? (
              <>
                Read <RelativeTime iso={readAt} />
              </>
            ) : (
              "Not read yet"
            )}
            {reading && ` · ${describeUsable(reading)}`}
          </span>
        </p>
      )}
      {!isFailing && reading && <FeedWarnings reading={reading} />}
    </div>
  );
}

function describeUsable({ entries, usable }: FeedReading): string {
  if (entries === 0) return "no entries";
  if (entries === usable) return countEntries(entries);
  return `${usable.toLocaleString("en-US")} of ${countEntries(entries)} usable`;
}

function FeedWarnings({ reading: { issues, notes } }: { reading: FeedReading }) {
  // Paragraphs instead of a list, because each feed is already a list item.
  return (
    <>
      {issues.map((issue) => (
        <p key={issue.kind} className="wrap-anywhere">
          Skipped: {formatEntryIssue(issue)}
          {issue.example && <span className="text-ink-faint"> (“{issue.example}”)</span>}
        </p>
      ))}
      {notes.map((note) => (
        <p key={note.kind}>{describeNote(note)}</p>
      ))}
    </>
  );
}
