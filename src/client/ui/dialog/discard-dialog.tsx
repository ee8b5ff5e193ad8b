import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DiscardDialogProps {
  onKeep: () => void;
  onDiscard: () => void;
}

/** Confirms before text typed on a page is discarded; dialogs do so in their own footer. */
export function DiscardDialog({ onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onKeep}
      onConfirm={onDiscard}
      title="Discard your changes?"
      text="What you typed on this page has not been saved."
      cancelLabel="Keep Editing"
      confirmLabel="Discard"
    />
  );
}
