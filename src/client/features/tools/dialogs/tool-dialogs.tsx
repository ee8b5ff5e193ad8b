import { lazy, Suspense } from "react";

import { useOpenItem } from "#client/features/page-view/use-open-item.ts";
import { useGoneNotice } from "#client/features/page-view/use-refusal.ts";
import type { ToolsView } from "#client/features/tools/page/tools-view-url.ts";
import type { ToolsViewActions } from "#client/features/tools/page/use-tools-view.ts";
import type { Tool } from "#shared/tools.ts";

import { DeleteToolDialog } from "./delete-tool-dialog.tsx";
import { ToolDetailDialog } from "./tool-detail-dialog.tsx";

const AddToolDialog = lazy(async () => ({
  default: (await import("#client/features/tools/form/add-tool-dialog.tsx")).AddToolDialog,
}));
const EditToolDialog = lazy(async () => ({
  default: (await import("#client/features/tools/form/edit-tool-dialog.tsx")).EditToolDialog,
}));
const ExportToolsDialog = lazy(async () => ({
  default: (await import("./export-tools-dialog.tsx")).ExportToolsDialog,
}));
const ImportToolsDialog = lazy(async () => ({
  default: (await import("./import-tools-dialog.tsx")).ImportToolsDialog,
}));
const SettingsDialog = lazy(async () => ({
  default: (await import("./settings-dialog.tsx")).SettingsDialog,
}));

interface ToolDialogsProps {
  view: ToolsView;
  actions: ToolsViewActions;
  /** All tools, or null while they are not known. */
  tools: readonly Tool[] | null;
}

/** The dialog that the address names. */
export function ToolDialogs({ view: { dialog, itemId }, actions, tools }: ToolDialogsProps) {
  const { item: tool, isUnknown } = useOpenItem(tools, itemId, dialog === "edit");

  useGoneNotice(isUnknown, "Tool Not Found", actions.close);

  const onClose = actions.close;
  if (tool) {
    return (
      // A boundary per dialog: one kept for the next would hide the former while that loads, and hiding closes it.
      <Suspense key={dialog}>
        {dialog === "detail" && (
          <ToolDetailDialog
            tool={tool}
            onClose={onClose}
            onEdit={() => actions.open("edit", tool.id)}
            onDelete={() => actions.open("delete", tool.id)}
            onTag={(tag) => actions.showList({ search: tag })}
          />
        )}
        {dialog === "edit" && <EditToolDialog tool={tool} onClose={onClose} />}
        {dialog === "delete" && <DeleteToolDialog tool={tool} onClose={onClose} />}
      </Suspense>
    );
  }
  return (
    <Suspense>
      {dialog === "add" && <AddToolDialog onClose={onClose} />}
      {dialog === "export" && tools && <ExportToolsDialog tools={tools} onClose={onClose} />}
      {dialog === "import" && <ImportToolsDialog onClose={onClose} />}
      {dialog === "settings" && <SettingsDialog onClose={onClose} />}
    </Suspense>
  );
}
