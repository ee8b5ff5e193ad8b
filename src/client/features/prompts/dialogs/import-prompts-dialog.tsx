import { ImportDialog } from "#client/features/imports/import-dialog.tsx";

import { useImportTarget } from "./use-import-target.ts";

/** Takes prompts out of a file into the library. */
export function ImportPromptsDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog target={useImportTarget()} onClose={onClose} />;
}
