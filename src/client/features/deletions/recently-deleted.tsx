import { useRef, useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { useFocusFallback } from "#client/ui/dialog/use-focus-fallback.ts";
import { ErrorState } from "#client/ui/feedback/error-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { DELETION_RETENTION_DAYS } from "#shared/kernel/deletion-rules.ts";
import type { Deletion } from "#shared/kernel/deletions.ts";

import { DeletionRow } from "./deletion-row.tsx";
import { PurgeDialog } from "./purge-dialog.tsx";
import { useDeletions } from "./use-deletions.ts";

/** Admin panel of recently deleted items, which can be restored or permanently deleted. */
export function RecentlyDeleted() {
  const list = useDeletions();
  const [toPurge, setToPurge] = useState<Deletion | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useFocusFallback(frame, list.deletions);
  return (
    <div ref={frame} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      <p className="text-pretty text-ink-muted">
        Deleted items can be restored for {DELETION_RETENTION_DAYS} days, with history and comments.
      </p>
      <DeletionList list={list} onPurge={setToPurge} />
      <PurgeDialog deletion={toPurge} onClose={() => setToPurge(null)} />
    </div>
  );
}

interface DeletionListProps {
  list: ReturnType<typeof useDeletions>;
  onPurge: (deletion: Deletion) => void;
}

function DeletionList({ list, onPurge }: DeletionListProps) {
  if (list.isError) return <ErrorState text="Couldn't load what was deleted." onRetry={list.retry} />;
  if (list.isPending) return <Skeleton className="h-40" />;
  if (list.deletions.length === 0)
    return (
      <p className="rounded-control border border-dashed border-line-strong px-4 py-8 text-center text-ink-muted">
        Nothing was deleted in the last {DELETION_RETENTION_DAYS} days.
      </p>
    );
  return (
    <>
      <ul
        aria-label="Recently Deleted"
        className="divide-y divide-line rounded-control border border-line bg-surface"
      >
        {list.deletions.map((deletion) => (
          <DeletionRow key={deletion.id} deletion={deletion} onPurge={onPurge} />
        ))}
      </ul>
      {list.hasMoreFailed && (
        <p role="alert" className="text-danger-ink">
          Couldn&apos;t load more. Please try again.
        </p>
      )}
      {list.hasMore && (
        <div>
          <Button
            size="small"
            isPending={list.isLoadingMore}
            pendingLabel="Loading..."
            onClick={list.loadMore}
          >
            Show More
          </Button>
        </div>
      )}
    </>
  );
}
