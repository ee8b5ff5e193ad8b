import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx";
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
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => deleteTool.mutate({ id: tool.id })}
      isPending={deleteTool.isPending}
      title="Delete AI Tool"
      text={
        <>
          Are you sure you want to delete <strong className="font-medium text-ink">{tool.name}</strong>?
        </>
      }
      confirmLabel="Delete Tool"
      pendingLabel="Deleting..."
    >
      <p className="text-ink-muted">
        This action cannot be undone. The tool and all its information will be permanently removed from your
        database.
      </p>
    </ConfirmDialog>
  );
}
