import { ImportDialog } from "#client/features/imports/import-dialog.tsx";

import { useImportTarget } from "./use-import-target.ts";

/** Takes readings out of a file into the list. */
export function ImportReadingsDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog target={useImportTarget()} onClose={onClose} />;
}
