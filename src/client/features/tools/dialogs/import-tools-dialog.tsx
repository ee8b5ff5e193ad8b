import { trpc } from "#client/api/trpc.ts";
import { ImportDialog } from "#client/features/imports/import-dialog.tsx";
import { TOOL_IMPORT } from "#shared/imports/tool-import.ts";

/** Dialog that imports tools from a file. */
export function ImportToolsDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog target={useToolImport()} onClose={onClose} />;
}

function useToolImport() {
  const { tools } = trpc.useUtils();
  const { mutateAsync } = trpc.imports.tools.useMutation();
  return {
    kind: TOOL_IMPORT,
    title: "Import Tools",
    example: "name,company,url\nClaude,Anthropic,claude.ai",
    send: mutateAsync,
    onImported: () => void tools.list.invalidate(),
  };
}
