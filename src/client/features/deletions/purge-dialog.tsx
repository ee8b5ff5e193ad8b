import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import type { Deletion } from "#shared/kernel/deletions.ts";

import { nameOfDeleted, purgeText } from "./deletion-words.ts";
import { usePurge } from "./use-deletions.ts";

interface PurgeDialogProps {
  /** What is to go; null while nothing is. */
  deletion: Deletion | null;
  onClose: () => void;
}

/** Confirms that something that was deleted is not to come back. */
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
