import { trpc } from "#client/api/trpc.ts";
import { newerVersion } from "#client/features/forms/form-fields.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import type { Tool } from "#shared/tools/tools.ts";

/** Returns the current tool, if an edit was refused because another user had changed it. */
export const newerTool = (error: unknown): Tool | undefined => newerVersion<Tool>(error, TOOL_FIELDS);

/** Saves an edit. The dialog shows conflicts itself. */
export function useEditTool() {
  const { tools } = trpc.useUtils();
  return trpc.tools.edit.useMutation(
    useChange({
      done: "AI tool updated successfully",
      failed: { title: "Error", text: "Failed to update AI tool" },
      refresh() {
        void tools.list.invalidate();
        void tools.get.invalidate();
      },
      isShown: (error) => newerTool(error) !== undefined,
    }),
  );
}
