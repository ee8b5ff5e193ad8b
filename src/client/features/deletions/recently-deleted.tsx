import { RotateCcw, Trash2 } from "lucide-react";
import { useState, useMemo } from "react";

import { pagedList } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { longFormDate } from "#client/format/dates.ts";
import { labelsOf } from "#client/slices.ts";
import { Button } from "#client/ui/button.tsx";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { MoreButton } from "#client/ui/list/load-more.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { DELETED_EXCERPT_LENGTH, DELETION_RETENTION_DAYS } from "#shared/kernel/deletion-rules.ts";
import type { Deletion } from "#shared/kernel/deletions.ts";
import { companionWords } from "#shared/kernel/event-words.ts";
import { isolate } from "#shared/texts/escaping.ts";

import { useRestore } from "./use-undo.ts";

const PAGE_SIZE = 20;
const NO_DELETIONS: readonly Deletion[] = [];

/** Loads restorable deletions page by page, latest first. Refetches each time the panel is opened. */
function useDeletions() {
  const list = trpc.deletions.list.useInfiniteQuery(
    { limit: PAGE_SIZE },
    { getNextPageParam: ({ nextCursor }) => nextCursor, gcTime: 0 },
  );
  const { data } = list;
  const deletions = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NO_DELETIONS, [data]);
  return { ...pagedList(list), deletions };
}

/** Returns a mutation that deletes an item permanently. */
function usePurge() {
  const { deletions, events } = trpc.useUtils();
  const refresh = () => {
    void deletions.list.invalidate();
    void events.list.invalidate();
  };
  return trpc.deletions.purge.useMutation(
    useChange({ done: "Permanently deleted", failed: "Not deleted", refresh }),
  );
}

interface DeletionRowProps {
  deletion: Deletion;
  onPurge: (deletion: Deletion) => void;
}

/** Deleted item with its author and expiry. It can be restored or permanently deleted. */
function DeletionRow({ deletion, onPurge }: DeletionRowProps) {
  const { mutate, isPending } = useRestore();
  const { id, kind, contents, deletedBy, deletedAt, goneAt } = deletion;
  const companions = companionWords(contents);
  const name = describeDeletedItem(deletion);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-2.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge>{labelsOf(kind).one}</Badge>
          <bdi className="min-w-0 font-medium wrap-anywhere text-ink">{name}</bdi>
          {companions !== "" && <span className="text-ink-muted">with {companions}</span>}
        </p>
        <p className="mt-0.5 text-xs text-ink-muted">
          Deleted by <bdi>{personName(deletedBy)}</bdi> <RelativeTime iso={deletedAt} /> · can be restored
          until <span className="whitespace-nowrap">{longFormDate(goneAt)}</span>
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          aria-label={`Restore: ${name}`}
          icon={<RotateCcw aria-hidden />}
          isPending={isPending}
          pendingLabel="Restoring..."
          onClick={() => mutate({ id })}
        >
          Restore
        </Button>
        <Button
          size="small"
          variant="ghost"
          aria-label={`Delete Permanently: ${name}`}
          icon={<Trash2 aria-hidden />}
          onClick={() => onPurge(deletion)}
        >
          Delete Permanently
        </Button>
      </div>
    </li>
  );
}

/** Admin panel of recently deleted items, which can be restored or permanently deleted. */
export function RecentlyDeleted() {
  const list = useDeletions();
  const [toPurge, setToPurge] = useState<Deletion | null>(null);
  return (
    <div tabIndex={-1} className="flex flex-col gap-3 outline-none">
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
  if (list.isError) return <ErrorState text="Couldn't load the deleted items." onRetry={list.retry} />;
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
      <MoreButton list={list} className="self-start" />
    </>
  );
}

interface PurgeDialogProps {
  /** Deletion to confirm; null if the dialog is closed. */
  deletion: Deletion | null;
  onClose: () => void;
}

/** Dialog that confirms a permanent deletion. */
function PurgeDialog({ deletion, onClose }: PurgeDialogProps) {
  const { mutate, isPending } = usePurge();
  return (
    <ConfirmDialog
      isOpen={deletion !== null}
      onClose={onClose}
      onConfirm={() => deletion && mutate({ id: deletion.id }, { onSettled: onClose })}
      title={deletion ? `Permanently delete ${describeDeletedItem(deletion)}?` : ""}
      text={deletion ? describePurge(deletion) : ""}
      confirmLabel="Delete Permanently"
      pendingLabel="Deleting..."
      isPending={isPending}
    />
  );
}

/** Returns the name of a deleted item within a sentence: its title, or a comment's text and its reading. */
function describeDeletedItem({ kind, title, excerpt }: Deletion): string {
  if (kind !== "comment") return title;
  const words = excerpt ?? "";
  return `“${isolate(words.length < DELETED_EXCERPT_LENGTH ? words : `${words}…`)}” on ${isolate(title)}`;
}

/** Describes the effects of a permanent deletion. */
function describePurge({ kind, contents }: Deletion): string {
  const companions = companionWords(contents);
  const losses =
    companions === "" ? "Its history is deleted" : `Its history and its ${companions} are deleted`;
  return `${kind === "comment" ? "" : `${losses} too. `}This action cannot be undone.`;
}
