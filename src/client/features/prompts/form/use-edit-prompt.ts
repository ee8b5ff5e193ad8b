import { trpc } from "#client/api/trpc.ts";
import { newerVersion } from "#client/features/forms/newer-version.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

/** The prompt as it is now, when an edit was refused because somebody else had changed it. */
export const newerPrompt = (error: unknown): Prompt | undefined => newerVersion<Prompt>(error, PROMPT_FIELDS);

/** Saves an edit. The dialog itself shows that somebody else was quicker. */
export function useEditPrompt() {
  const { prompts } = trpc.useUtils();
  return trpc.prompts.edit.useMutation(
    useChange({
      done: "Prompt updated successfully",
      failed: { title: "Error", text: "Failed to update prompt" },
      refresh: () => void prompts.invalidate(),
      isShown: (error) => newerPrompt(error) !== undefined,
    }),
  );
}
