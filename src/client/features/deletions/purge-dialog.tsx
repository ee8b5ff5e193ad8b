import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { DELETED_EXCERPT_LENGTH } from "#shared/kernel/deletion-rules.ts";
import type { Deletion } from "#shared/kernel/deletions.ts";
import { companionWords } from "#shared/kernel/event-words.ts";

import { usePurge } from "./use-deletions.ts";

interface PurgeDialogProps {
  /** Deletion to confirm; null if the dialog is closed. */
  deletion: Deletion | null;
  onClose: () => void;
}

/** Dialog that confirms a permanent deletion. */
export function PurgeDialog({ deletion, onClose }: PurgeDialogProps) {
  const { mutate, isPending } = usePurge();
  return (
    <ConfirmDialog
      isOpen={deletion !== null}
      onClose={onClose}
      onConfirm={() => deletion && mutate({ id: deletion.id }, { onSettled: onClose })}
      title={deletion ? `Permanently delete ${nameOfDeleted(deletion)}?` : ""}
      text={deletion ? purgeText(deletion) : ""}
      confirmLabel="Delete Permanently"
      pendingLabel="Deleting..."
      isPending={isPending}
    />
  );
}

/** Returns the name of a deleted item in a sentence: its title, or a comment's text and its reading. */
export function nameOfDeleted({ kind, title, excerpt }: Deletion): string {
  if (kind !== "comment") return title;
  const words = excerpt ?? "";
  return `“${words.length < DELETED_EXCERPT_LENGTH ? words : `${words}…`}” on ${title}`;
}

/** Explains the effects of a permanent deletion. */
function purgeText({ kind, contents }: Deletion): string {
  const companions = companionWords(contents);
  const losses =
    companions === "" ? "Its history is deleted" : `Its history and its ${companions} are deleted`;
  return `${kind === "comment" ? "" : `${losses} too. `}This action cannot be undone.`;
}
