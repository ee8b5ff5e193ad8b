import { ConfirmDialog } from "./confirm-dialog.tsx";

interface DiscardDialogProps {
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before text that was typed on a page is thrown away; dialogs ask in their own footer. */
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
