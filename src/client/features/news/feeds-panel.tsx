import { Download, RotateCcw, Upload } from "lucide-react";
import { useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/transfer/use-export.ts";
import { Button } from "#client/ui/button.tsx";
import { ErrorState } from "#client/ui/error-state.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";

import { AddFeedForm } from "./add-feed-form.tsx";
import { FeedRow } from "./feed-row.tsx";
import { isOfNoUse } from "./feed-state.ts";
import { ImportFeedsDialog } from "./import-feeds-dialog.tsx";
import { useFeeds, useRemoveFeed, useRestoreFeeds } from "./use-feeds.ts";

/** The team's news feeds, for admins: add, remove, restore, and OPML in and out. */
export function FeedsPanel() {
  const [isImporting, setImporting] = useState(false);
  const restore = useRestoreFeeds();
  const exporting = useExport();
  const { feeds: feedsUtils } = trpc.useUtils();

  return (
    <div className="space-y-4">
      <AddFeedForm />
      <div className="flex flex-wrap gap-2">
        <Button size="small" icon={<Upload aria-hidden />} onClick={() => setImporting(true)}>
          Import OPML
        </Button>
        <Button
          size="small"
          icon={<Download aria-hidden />}
          isPending={exporting.isPending}
          onClick={() => void exporting.save(feedsUtils.exportOpml.fetch(undefined, { staleTime: 0 }))}
        >
          Export OPML
        </Button>
        <Button
          size="small"
          icon={<RotateCcw aria-hidden />}
          isPending={restore.isPending}
          onClick={() => restore.mutate()}
        >
          Restore Bundled Feeds
        </Button>
      </div>
      <FeedList />
      {isImporting && <ImportFeedsDialog onClose={() => setImporting(false)} />}
    </div>
  );
}

function FeedList() {
  const { feeds, healthOf } = useFeeds();
  const remove = useRemoveFeed();
  if (feeds.isPending) return <Skeleton className="h-40 w-full rounded-control" />;
  if (feeds.isError)
    return <ErrorState text="The feeds could not be loaded." onRetry={() => void feeds.refetch()} />;
  const { data } = feeds;
  const bad = data.filter(({ url, reading }) => isOfNoUse(healthOf(url), reading)).length;
  return (
    <div>
      <div className="mb-2 flex flex-wrap gap-x-3 text-ink-muted">
        <output>{data.length === 1 ? "1 feed" : `${data.length.toLocaleString("en-US")} feeds`}</output>
        {bad > 0 && (
          <span className="text-warning-ink">
            {bad === 1 ? "1 fails or gives nothing usable" : `${bad} fail or give nothing usable`}
          </span>
        )}
      </div>
      {data.length > 0 && (
        <ul
          aria-label="News feeds"
          className="max-h-96 divide-y divide-line overflow-y-auto rounded-control border border-line"
        >
          {data.map((feed) => (
            <FeedRow
              key={feed.id}
              feed={feed}
              health={healthOf(feed.url)}
              isRemoving={remove.isPending && remove.variables.id === feed.id}
              onRemove={() => remove.mutate({ id: feed.id })}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
