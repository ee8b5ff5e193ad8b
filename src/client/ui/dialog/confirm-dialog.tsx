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
