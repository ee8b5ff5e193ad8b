import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DiscardDialogProps {
  onKeep: () => void;
  onDiscard: () => void;
}

/** Dialog that confirms discarding text typed on a page. Dialogs ask in their own footer. */
export function DiscardDialog({ onKeep, onDiscard }: DiscardDialogProps) {
  return (
    <ConfirmDialog
      isOpen
      onClose={onKeep}
      onConfirm={onDiscard}
      title="Discard your changes?"
      text="Your text on this page hasn't been saved."
      cancelLabel="Keep Editing"
      confirmLabel="Discard"
    />
  );
}
