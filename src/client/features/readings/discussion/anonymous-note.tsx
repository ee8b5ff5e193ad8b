import { X } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Link } from "react-router-dom";

import { useCurrentUser } from "#client/features/users/use-current-user.ts";
import { IconButton } from "#client/ui/icon-button.tsx";
import { authorLabel } from "#shared/comments.ts";

import { dismissAnonymousNote, isAnonymousNoteDismissed, onAnonymousNote } from "./anonymous-note-memory.ts";

/** Explains to people without a name how others see them, until they add one or dismiss it. */
export function AnonymousNote() {
  const user = useCurrentUser();
  const isDismissed = useSyncExternalStore(onAnonymousNote, () => isAnonymousNoteDismissed(user?.id ?? ""));
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
      <IconButton size="small" label="Dismiss" onClick={() => dismissAnonymousNote(user.id)}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

const ANONYMOUS = authorLabel(null);
