import type { ReactNode } from "react";

import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DeleteDialogProps {
  title: string;
  /** Name of the item to delete. */
  name: string;
  confirmLabel: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** Description of the content that is deleted with it. */
  children: ReactNode;
}

/** Dialog that confirms deleting an item for everyone. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, name, confirmLabel, isPending, onConfirm, onClose, children } = props;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      isPending={isPending}
      title={title}
      text={
        <>
          Are you sure you want to delete <strong className="font-medium break-words text-ink">{name}</strong>
          ?
        </>
      }
      confirmLabel={confirmLabel}
      pendingLabel="Deleting..."
    >
      <p className="text-ink-muted">This action cannot be undone. {children}</p>
    </ConfirmDialog>
  );
}
