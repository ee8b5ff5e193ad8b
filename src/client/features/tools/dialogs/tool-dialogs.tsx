import { LibraryDialogs } from "#client/features/library/library-dialogs.tsx";
import type { Library } from "#client/features/library/use-library.ts";
import type { PageViewActions } from "#client/features/page-view/use-page-view.ts";
import type { ToolsView } from "#client/features/tools/page/tools-view.ts";
import { useArticleCount, useDeleteTool } from "#client/features/tools/use-tools.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { ToolFilter } from "#shared/tools/tool-filter.ts";
import type { Tool } from "#shared/tools/tools.ts";

const DeleteDialog = lazyComponent(
  async () => (await import("#client/ui/dialog/confirm-dialog.tsx")).DeleteDialog,
);
const ToolDetailDialog = lazyComponent(
  async () => (await import("./tool-detail-dialog.tsx")).ToolDetailDialog,
);
const AddToolDialog = lazyComponent(
  async () => (await import("#client/features/tools/form/add-tool-dialog.tsx")).AddToolDialog,
);
const EditToolDialog = lazyComponent(
  async () => (await import("#client/features/tools/form/edit-tool-dialog.tsx")).EditToolDialog,
);
const DecideDialog = lazyComponent(
  async () => (await import("#client/features/verdicts/decide/decide-dialog.tsx")).DecideDialog,
);
const ExportToolsDialog = lazyComponent(
  async () => (await import("./export-tools-dialog.tsx")).ExportToolsDialog,
);
const ImportToolsDialog = lazyComponent(
  async () => (await import("./import-tools-dialog.tsx")).ImportToolsDialog,
);
const SettingsDialog = lazyComponent(async () => (await import("./settings-dialog.tsx")).SettingsDialog);

interface ToolDialogsProps {
  view: ToolsView;
  actions: PageViewActions<ToolsView>;
  library: Library<Tool>;
  /** Tools that match the page's filters. */
  shown: readonly Tool[];
  /** Closes the dialog and filters the list. */
  onList: (filter: Partial<ToolFilter>) => void;
}

/** Dialogs of the AI Stack. */
export function ToolDialogs({ view, actions, library, shown, onList }: ToolDialogsProps) {
  const { dialog } = view;
  const onClose = actions.close;
  return (
    <LibraryDialogs
      kind="tool"
      view={view}
      library={library}
      history={{ nameOf: ({ name }) => name, change: actions.change }}
      notFound="Tool Not Found"
      notExported="Failed to fetch AI tools"
      onClose={onClose}
      renderItem={(tool) => (
        <>
          {dialog === "detail" && (
            <ToolDetailDialog
              tool={tool}
              onClose={onClose}
              onEdit={() => actions.open("edit", tool.id, "to dialog")}
              onDelete={() => actions.open("delete", tool.id)}
              onHistory={() => actions.open("history", tool.id, "to dialog")}
              onDecide={() => actions.open("verdict", tool.id, "to dialog")}
              onTag={(tag) => onList({ search: tag })}
            />
          )}
          {dialog === "verdict" && <DecideDialog tool={tool} onClose={onClose} />}
          {dialog === "edit" && <EditToolDialog tool={tool} onClose={onClose} />}
          {dialog === "delete" && <DeleteToolDialog tool={tool} onClose={onClose} />}
        </>
      )}
    >
      {dialog === "add" && <AddToolDialog onClose={onClose} />}
      {dialog === "export" && library.isKnown && (
        <ExportToolsDialog tools={library.items} shown={shown} onClose={onClose} />
      )}
      {dialog === "import" && <ImportToolsDialog onClose={onClose} />}
      {dialog === "settings" && <SettingsDialog onClose={onClose} />}
    </LibraryDialogs>
  );
}

const articles = (count: number) => (count === 1 ? "news article" : `${count} news articles`);

/** Dialog that deletes a tool. It warns that its articles are deleted too. */
function DeleteToolDialog({ tool, onClose }: { tool: Tool; onClose: () => void }) {
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
