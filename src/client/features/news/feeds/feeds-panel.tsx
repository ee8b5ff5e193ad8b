import { Download, RotateCcw, Upload } from "lucide-react";
import { useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { useExport } from "#client/features/exports/use-export.ts";
import { Button } from "#client/ui/button.tsx";

import { AddFeedForm } from "./add-feed-form.tsx";
import { FeedList } from "./feed-list.tsx";
import { ImportFeedsDialog } from "./import-feeds-dialog.tsx";
import { useRestoreFeeds } from "./use-feeds.ts";

/** Admin panel of team feeds: add, remove, restore, OPML import and export. */
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
