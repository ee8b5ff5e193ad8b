import type { ReactNode } from "react";

import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DeleteDialogProps {
  title: string;
  /** What will be deleted. */
  name: string;
  confirmLabel: string;
  isPending: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** What goes with it. */
  children: ReactNode;
}

/** Confirms that something is deleted for everybody. */
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
