import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router-dom";

import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { IconButton } from "#client/ui/button.tsx";
import { authorLabel } from "#shared/comments/comment-thread.ts";

const ANONYMOUS = authorLabel(null);

/** Note for users without a name about how others see them. It is shown until they add one or dismiss it. */
export function AnonymousNote() {
  const user = useCurrentUser();
  const isDismissed = useSyncExternalStore(onDismissal, () => isDismissedBy(user?.id ?? ""));
  if (!user || isDismissed || authorLabel(user) !== ANONYMOUS) return null;
  return (
    <div role="note" className="mb-2 flex items-center gap-1 text-ink-muted">
      <p className="min-w-0">
        You appear as Anonymous.{" "}
        <Link
          to="/account"
          className="font-medium whitespace-nowrap text-accent-ink underline underline-offset-2"
        >
          Add your name
        </Link>
      </p>
      <IconButton size="small" label="Dismiss" onClick={() => dismiss(user.id)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

const storageKey = (userId: string) => `anonymous-note-dismissed ${userId}`;
const watchers = new Set<() => void>();
/** Dismissals for browsers that block storage. They apply until the page is reloaded. */
const dismissed = new Set<string>();

/** True if this user has dismissed the note in this browser. */
function isDismissedBy(userId: string): boolean {
  try {
    return dismissed.has(userId) || localStorage.getItem(storageKey(userId)) !== null;
  } catch {
    return dismissed.has(userId);
  }
}

/** Dismisses the note in every open discussion, and permanently in this browser. */
function dismiss(userId: string): void {
  dismissed.add(userId);
  try {
    localStorage.setItem(storageKey(userId), "yes");
  } catch {
    // Storage may be blocked or full.
  }
  for (const watcher of watchers) watcher();
}

function onDismissal(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
