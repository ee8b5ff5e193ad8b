import { currentOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";
import { type Tool, toolSchema } from "#shared/tools.ts";

/** The tool as it is now, when an edit was refused because somebody else had changed it. */
export const newerVersionOf = (error: unknown): Tool | undefined =>
  toolSchema.safeParse(currentOf(error)).data;

/** Saves an edit. The dialog itself speaks of one that somebody else was quicker with. */
export function useEditTool() {
  const toast = useToast();
  const { tools } = trpc.useUtils();
  return trpc.tools.edit.useMutation({
    onSuccess: () => toast.success("AI tool updated successfully"),
    onError: (error) => {
      if (!newerVersionOf(error)) toast.failure("Error", messageOf(error, "Failed to update AI tool"));
    },
    onSettled: () => void tools.list.invalidate(),
  });
}
