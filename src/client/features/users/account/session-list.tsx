import { MonitorSmartphone } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { Badge } from "#client/ui/text/badge.tsx";
import { RelativeTime } from "#client/ui/text/relative-time.tsx";
import type { Session } from "#shared/accounts/users.ts";

import { deviceName } from "./device-name.ts";
import { useEndOtherSessions, useEndSession, useSessions } from "./use-account.ts";

/** List of the user's sessions, each with a button that ends it. */
export function SessionList() {
  const sessions = useSessions();
  if (sessions.isPending) return <Skeleton className="h-28 w-full rounded-control" />;
  if (sessions.isError) {
    return <ErrorState text="Couldn't load your sessions." onRetry={() => void sessions.refetch()} />;
  }
  const { items } = sessions.data;
  const others = items.filter(({ isCurrent }) => !isCurrent);
  return (
    <div className="min-w-0">
      <ul className="divide-y divide-line rounded-control border border-line">
        {items
          .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
          .map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
      </ul>
      {others.length > 0 && <EndOthers count={others.length} />}
    </div>
  );
}

function SessionRow({ session }: { session: Session }) {
  const end = useEndSession();
  const device = deviceName(session.userAgent);
  return (
    <li className="flex min-h-14 items-center gap-3 px-4 py-2.5">
      <MonitorSmartphone aria-hidden className="size-4 shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{device}</p>
        <p className="text-xs text-ink-muted">
          Signed in <RelativeTime iso={session.createdAt} />
        </p>
      </div>
      {session.isCurrent ? (
        <Badge tone="success">This session</Badge>
      ) : (
        <Button
          size="small"
          aria-label={`End the session on ${device}`}
          isPending={end.isPending}
          onClick={() => end.mutate({ id: session.id })}
        >
          End
        </Button>
      )}
    </li>
  );
}

function EndOthers({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false);
  const end = useEndOtherSessions();
  return (
    <div className="mt-4 flex justify-end">
      <Button onClick={() => setAsking(true)}>End Other Sessions</Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => end.mutate(undefined, { onSettled: () => setAsking(false) })}
        title="End your other sessions?"
        text={`${count === 1 ? "One other device" : `${count} other devices`} will have to sign in again. You stay signed in here.`}
        confirmLabel="End Other Sessions"
        pendingLabel="Ending..."
        isPending={end.isPending}
      />
    </div>
  );
}
