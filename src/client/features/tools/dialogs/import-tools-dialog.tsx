import { ImportDialog } from "#client/features/imports/import-dialog.tsx";

import { useImportTarget } from "./use-import-target.ts";

/** Takes tools out of a file into the catalogue. */
export function ImportToolsDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog target={useImportTarget()} onClose={onClose} />;
}
