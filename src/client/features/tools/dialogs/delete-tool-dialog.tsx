import { useArticleCount, useDeleteTool } from "#client/features/tools/page/use-tools.ts";
import { DeleteDialog } from "#client/ui/delete-dialog.tsx";
import type { Tool } from "#shared/tools.ts";

interface DeleteToolDialogProps {
  tool: Tool;
  onClose: () => void;
}

const articles = (count: number) => (count === 1 ? "news article" : `${count} news articles`);

/** Asks before a tool is deleted for everybody, and says how much news goes with it. */
export function DeleteToolDialog({ tool, onClose }: DeleteToolDialogProps) {
  const deleteTool = useDeleteTool(onClose);
  const count = useArticleCount(tool.id);
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
      {count > 0 && ` Its ${articles(count)} will be deleted too.`}
    </DeleteDialog>
  );
}
