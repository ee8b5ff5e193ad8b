import { useDeletePrompt } from "#client/features/prompts/page/use-prompts.ts";
import { DeleteDialog } from "#client/ui/delete-dialog.tsx";
import type { Prompt } from "#shared/prompts.ts";

interface DeletePromptDialogProps {
  prompt: Prompt;
  onClose: () => void;
}

/** Asks before a prompt is deleted for everybody. */
export function DeletePromptDialog({ prompt, onClose }: DeletePromptDialogProps) {
  const deletePrompt = useDeletePrompt(onClose);
  return (
    <DeleteDialog
      title="Delete Prompt"
      name={prompt.name}
      confirmLabel="Delete Prompt"
      isPending={deletePrompt.isPending}
      onConfirm={() => deletePrompt.mutate({ id: prompt.id })}
      onClose={onClose}
    >
      The prompt and all its information will be permanently removed from your database.
    </DeleteDialog>
  );
}
