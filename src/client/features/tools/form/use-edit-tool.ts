import { trpc } from "#client/api/trpc.ts";
import { newerVersion } from "#client/features/forms/newer-version.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import type { Tool } from "#shared/tools/tools.ts";

/** The tool as it is now, when an edit was refused because somebody else had changed it. */
export const newerTool = (error: unknown): Tool | undefined => newerVersion<Tool>(error, TOOL_FIELDS);

/** Saves an edit. The dialog itself shows that somebody else was quicker. */
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
