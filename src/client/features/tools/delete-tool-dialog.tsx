import { DeleteDialog } from "#client/ui/delete-dialog.tsx";
import type { Tool } from "#shared/tools.ts";

import { useDeleteTool } from "./use-tools.ts";

interface DeleteToolDialogProps {
  tool: Tool;
  onClose: () => void;
}

/** Asks before a tool is deleted for everybody. */
export function DeleteToolDialog({ tool, onClose }: DeleteToolDialogProps) {
  const deleteTool = useDeleteTool(onClose);
  return (
    <DeleteDialog
      title="Delete AI Tool"
      name={tool.name}
      confirmLabel="Delete Tool"
      isPending={deleteTool.isPending}
      onConfirm={() => deleteTool.mutate({ id: tool.id })}
      onClose={onClose}
    >
      The tool and all its information will be permanently removed from your database.
    </DeleteDialog>
  );
}
