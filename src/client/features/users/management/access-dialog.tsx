import { KeyRound, Rss } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";

import { useAccess, useRevokeAccess, type UserDialogProps } from "./use-users.ts";

/** Dialog with a user's API tokens and feeds. Each can be revoked. */
export function AccessDialog({ user, onClose }: UserDialogProps) {
  const { tokens, feeds, isError, retry } = useAccess(user.id);
  const { revokeToken, stopFeed } = useRevokeAccess();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        <>
          Tokens and feeds of <bdi>{user.username}</bdi>
        </>
      }
      description="Programs that use one are refused as soon as you revoke it. This cannot be undone."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {isError && <ErrorState text="Couldn't load the tokens and feeds." onRetry={retry} />}
      {!isError && (!tokens || !feeds) && <Skeleton className="h-28 w-full rounded-control" />}
      {tokens && feeds && (
        <div className="space-y-4">
          <AccessList title="API tokens" isEmpty={tokens.length === 0} emptyText="No tokens">
            {tokens.map(({ id, name, lastUsedAt }) => (
              <AccessRow
                key={id}
                icon={<KeyRound aria-hidden />}
                name={name}
                lastUsedAt={lastUsedAt}
                useLabels={["Last used", "Never used"]}
                action="Revoke"
                onRevoke={() => revokeToken.mutate({ id, userId: user.id })}
              />
            ))}
          </AccessList>
          <AccessList title="Feeds" isEmpty={feeds.length === 0} emptyText="No feeds">
            {feeds.map(({ id, title, lastReadAt }) => (
              <AccessRow
                key={id}
                icon={<Rss aria-hidden />}
                name={title}
                lastUsedAt={lastReadAt}
                useLabels={["Last read", "Never read"]}
                action="Stop"
                onRevoke={() => stopFeed.mutate({ id, userId: user.id })}
              />
            ))}
          </AccessList>
        </div>
      )}
    </Dialog>
  );
}

interface AccessListProps {
  title: string;
  isEmpty: boolean;
  emptyText: string;
  children: ReactNode;
}

function AccessList({ title, isEmpty, emptyText, children }: AccessListProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-sm font-semibold">{title}</h3>
      {isEmpty ? (
        <p className="text-ink-muted">{emptyText}</p>
      ) : (
        <ul className="divide-y divide-line rounded-control border border-line">{children}</ul>
      )}
    </section>
  );
}

interface AccessRowProps {
  icon: ReactNode;
  name: string;
  lastUsedAt: string | null;
  useLabels: readonly [used: string, never: string];
  action: string;
  onRevoke: () => void;
}

function AccessRow({ icon, name, lastUsedAt, useLabels, action, onRevoke }: AccessRowProps) {
  return (
    <li className="flex items-start gap-3 px-4 py-2.5 [&>svg]:mt-1 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-faint">
      {icon}
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere" dir="auto">
          {name}
        </p>
        <p className="text-xs text-ink-muted">
          {lastUsedAt === null ? (
            useLabels[1]
          ) : (
            <>
              <span>{useLabels[0]}</span> <RelativeTime iso={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <Button size="small" aria-label={`${action} ${name}`} onClick={onRevoke}>
        {action}
      </Button>
    </li>
  );
}
