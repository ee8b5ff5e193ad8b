import { trpc } from "#client/api/trpc.ts";
import { newerVersion } from "#client/features/forms/newer-version.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

/** Returns the current prompt, if an edit was refused because another user had changed it. */
export const newerPrompt = (error: unknown): Prompt | undefined => newerVersion<Prompt>(error, PROMPT_FIELDS);

/** Saves an edit. The dialog shows conflicts itself. */
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
