import { Rss } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";

import { AccountPart } from "#client/features/users/account/account-part.tsx";
import { longFormDate } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import type { Follow } from "#shared/follows.ts";
import { isolate } from "#shared/texts/escaping.ts";

import { LastRequest, useFollows, useRemoveFollow } from "./use-follows.tsx";

/** Tab with the user's private feed addresses. */
export function FeedsTab() {
  return (
    <AccountPart
      title="Feeds"
      text="Views you follow in feed readers. Stop any that you no longer read, or whose address someone else may know."
    >
      <FollowList />
    </AccountPart>
  );
}

function FollowList() {
  const follows = useFollows();
  const [toStop, setToStop] = useState<Follow | null>(null);
  const items = follows.data?.items;
  return (
    <div tabIndex={-1} className="min-w-0 outline-none">
      {follows.isPending && <Skeleton className="h-28 w-full rounded-control" />}
      {follows.isError && !items && (
        <ErrorState text="Couldn't load your feeds." onRetry={() => void follows.refetch()} />
      )}
      {items?.length === 0 && (
        <p className="text-pretty text-ink-muted">
          No feeds yet. Choose RSS feed in the menu ⋯ of a section to create one from the page and its
          filters.
        </p>
      )}
      {items && items.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {items.map((follow) => (
            <FollowRow key={follow.id} follow={follow} onStop={() => setToStop(follow)} />
          ))}
        </ul>
      )}
      {toStop && <StopDialog follow={toStop} onClose={() => setToStop(null)} />}
    </div>
  );
}

function FollowRow({ follow, onStop }: { follow: Follow; onStop: () => void }) {
  const { title, page, createdAt } = follow;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <Rss aria-hidden className="mt-1 size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {page === null ? (
            title
          ) : (
            <Link to={page} className="hover:underline">
              {title}
            </Link>
          )}
        </p>
        <p className="text-xs text-ink-muted">
          <LastRequest follow={follow} />
        </p>
        <p className="text-xs text-ink-faint">
          {page === null ? "This version no longer supports the view" : `Created ${longFormDate(createdAt)}`}
        </p>
      </div>
      <Button size="small" aria-label={`Stop ${title}`} onClick={onStop}>
        Stop
      </Button>
    </li>
  );
}

function StopDialog({ follow, onClose }: { follow: Follow; onClose: () => void }) {
  const remove = useRemoveFollow();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: follow.id }, { onSettled: onClose })}
      title="Stop this feed?"
      text={`“${isolate(follow.title)}” can no longer be read at its address, in any feed reader. This action cannot be undone.`}
      confirmLabel="Stop Feed"
      pendingLabel="Stopping..."
      isPending={remove.isPending}
    />
  );
}
