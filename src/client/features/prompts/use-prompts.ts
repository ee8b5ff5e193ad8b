import { trpc } from "#client/api/trpc.ts";
import { useUndo } from "#client/features/deletions/use-undo.ts";
import { useChange, withoutItem } from "#client/features/library/use-change.ts";
import { toLibrary } from "#client/features/library/use-library.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { DEFAULT_PROMPT_LENGTH } from "#shared/prompts/prompt-limits.ts";

/** Returns all prompts in the server's order. */
export function usePrompts() {
  const query = trpc.prompts.list.useQuery({});
  return toLibrary(query);
}

/** Returns this workspace's maximum prompt length, in characters. */
export const useMaxPromptLength = (): number =>
  useWorkspaceSettings()?.prompts.maxLength ?? DEFAULT_PROMPT_LENGTH;

/** Adds a prompt. */
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

/** Deletes a prompt. The list drops it as soon as the server confirms. */
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
