import { currentOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";
import { type Prompt, promptSchema } from "#shared/prompts.ts";

/** The prompt as it is now, when an edit was refused because somebody else had changed it. */
export const newerVersionOf = (error: unknown): Prompt | undefined =>
  promptSchema.safeParse(currentOf(error)).data;

/** Saves an edit. The dialog itself speaks of one that somebody else was quicker with. */
export function useEditPrompt() {
  const toast = useToast();
  const { prompts } = trpc.useUtils();
  return trpc.prompts.edit.useMutation({
    onSuccess: () => toast.success("Prompt updated successfully"),
    onError: (error) => {
      if (!newerVersionOf(error)) toast.failure("Error", messageOf(error, "Failed to update prompt"));
    },
    onSettled: () => void prompts.invalidate(),
  });
}
