import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx";
import type { Prompt } from "#shared/prompts.ts";

import { useDeletePrompt } from "./use-prompts.ts";

interface DeletePromptDialogProps {
  prompt: Prompt;
  onClose: () => void;
}

/** Asks before a prompt is deleted for everybody. */
export function DeletePromptDialog({ prompt, onClose }: DeletePromptDialogProps) {
  const deletePrompt = useDeletePrompt(onClose);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => deletePrompt.mutate({ id: prompt.id })}
      isPending={deletePrompt.isPending}
      title="Delete Prompt"
      text={
        <>
          Are you sure you want to delete <strong className="font-medium text-ink">{prompt.name}</strong>?
        </>
      }
      confirmLabel="Delete Prompt"
      pendingLabel="Deleting..."
    >
      <p className="text-ink-muted">
        This action cannot be undone. The prompt and all its information will be permanently removed from your
        database.
      </p>
    </ConfirmDialog>
  );
}
