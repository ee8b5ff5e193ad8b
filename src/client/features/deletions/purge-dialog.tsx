import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import type { Deletion } from "#shared/kernel/deletions.ts";

import { nameOfDeleted, purgeText } from "./deletion-words.ts";
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
      title={deletion ? `Delete ${nameOfDeleted(deletion)} for good?` : ""}
      text={deletion ? purgeText(deletion) : ""}
      confirmLabel="Delete for Good"
      pendingLabel="Deleting..."
      isPending={isPending}
    />
  );
}
