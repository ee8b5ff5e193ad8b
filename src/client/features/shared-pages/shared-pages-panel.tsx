import { Share2 } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { longFormDate } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { EmptyState, ErrorState } from "#client/ui/feedback/states.tsx";
import { LinkButton } from "#client/ui/links.tsx";
import type { SharedPage } from "#shared/shared-pages/shared-pages.ts";
import { isolate } from "#shared/texts/escaping.ts";

/** List of pages that people can read without signing in. The server allows at most 100. */
export function SharedPagesPanel() {
  const pages = trpc.sharedPages.list.useQuery({}, { refetchOnMount: "always" });
  const [toRevoke, setToRevoke] = useState<SharedPage | null>(null);
  const items = pages.data?.items;
  return (
    <div tabIndex={-1} className="min-w-0 outline-none">
      {pages.isPending && <Skeleton className="h-28 w-full rounded-control" />}
      {pages.isError && !items && (
        <ErrorState text="Couldn't load the shared pages." onRetry={() => void pages.refetch()} />
      )}
      {items?.length === 0 && (
        <EmptyState
          icon={<Share2 />}
          title="No Shared Pages Yet"
          text="Press Share Page on the radar, the landscape or a published brief. People read it without an account."
          action={
            <>
              <LinkButton to="/dashboard?view=radar">Radar</LinkButton>
              <LinkButton to="/dashboard?view=landscape">Landscape</LinkButton>
              <LinkButton to="/brief">Brief</LinkButton>
            </>
          }
        />
      )}
      {items && items.length > 0 && (
        <ul className="divide-y divide-line rounded-control border border-line">
          {items.map((page) => (
            <SharedPageRow key={page.id} page={page} onRevoke={() => setToRevoke(page)} />
          ))}
        </ul>
      )}
      {toRevoke && <RevokeDialog page={toRevoke} onClose={() => setToRevoke(null)} />}
    </div>
  );
}

const addressOf = ({ kind, briefId }: SharedPage): string =>
  kind === "brief" ? `/brief/${briefId ?? ""}` : `/dashboard?view=${kind}`;

function SharedPageRow({ page, onRevoke }: { page: SharedPage; onRevoke: () => void }) {
  const { title, by, showsNames, createdAt } = page;
  return (
    <li className="flex items-start gap-3 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          <Link to={addressOf(page)} className="hover:underline">
            {title}
          </Link>
        </p>
        <p className="text-xs text-ink-muted">
          {showsNames ? "Shows who decided" : "Shows no names"} · Shared {by === null ? "" : `by ${by}, `}
          {longFormDate(createdAt)}
        </p>
      </div>
      <Button size="small" aria-label={`Revoke ${title}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}

function RevokeDialog({ page: { id, title }, onClose }: { page: SharedPage; onClose: () => void }) {
  const { sharedPages } = trpc.useUtils();
  const revoke = trpc.sharedPages.revoke.useMutation(
    useChange({
      done: "Page revoked",
      failed: "Page not revoked",
      refresh: () => sharedPages.list.invalidate(),
    }),
  );
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => revoke.mutate({ id }, { onSettled: onClose })}
      title="Revoke this page?"
      text={`“${isolate(title)}” can no longer be read at its address. This action cannot be undone.`}
      confirmLabel="Revoke Page"
      pendingLabel="Revoking..."
      isPending={revoke.isPending}
    />
  );
}
