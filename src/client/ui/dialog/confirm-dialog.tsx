import type { ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";

import { Dialog } from "./dialog.tsx";

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: ReactNode;
  text: ReactNode;
  cancelLabel?: string;
  confirmLabel: string;
  pendingLabel?: string;
  isPending?: boolean;
  /** True if the action can't be undone. */
  isDestructive?: boolean;
  /** Details for the decision, such as the items to delete. */
  children?: ReactNode;
}

/** Dialog that confirms an action. The focus starts on Cancel. */
export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  text,
  cancelLabel = "Cancel",
  confirmLabel,
  pendingLabel,
  isPending = false,
  isDestructive = true,
  children,
}: ConfirmDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      description={text}
      size="small"
      isAlert
      footer={
        <>
          <Button onClick={onClose}>{cancelLabel}</Button>
          <Button
            variant={isDestructive ? "danger" : "primary"}
            isPending={isPending}
            pendingLabel={pendingLabel}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

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
