import { trpc } from "#client/api/trpc.ts";
import { useUndo } from "#client/features/deletions/use-undo.ts";
import { useChange, withoutItem } from "#client/features/library/use-change.ts";
import { toLibrary } from "#client/features/library/use-library.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { DEFAULT_PROMPT_LENGTH } from "#shared/prompts/prompt-limits.ts";

/** All prompts, in the order in which the server gives them. */
export function usePrompts() {
  const query = trpc.prompts.list.useQuery({});
  return toLibrary(query);
}

/** The most characters that the text of a prompt may have in this workspace. */
export const useMaxPromptLength = (): number =>
  useWorkspaceSettings()?.prompts.maxLength ?? DEFAULT_PROMPT_LENGTH;

/** Adds a prompt to the library. */
export function useAddPrompt() {
  const { prompts } = trpc.useUtils();
  return trpc.prompts.add.useMutation(
    useChange({
      done: "Prompt added successfully",
      failed: { title: "Error", text: "Failed to add prompt" },
      refresh: () => void prompts.list.invalidate(),
    }),
  );
}

/** Deletes a prompt; the list is without it as soon as the server has agreed. */
export function useDeletePrompt(onDeleted: () => void) {
  const { prompts } = trpc.useUtils();
  const undo = useUndo();
  return trpc.prompts.remove.useMutation(
    useChange({
      done: ({ deletionId }) => ({ title: "Prompt deleted successfully", action: undo(deletionId) }),
      failed: { title: "Error", text: "Failed to delete prompt" },
      onDone: (_, { id }) => {
        onDeleted();
        prompts.list.setData({}, withoutItem(id));
      },
      refresh: () => prompts.list.invalidate(),
    }),
  );
}
