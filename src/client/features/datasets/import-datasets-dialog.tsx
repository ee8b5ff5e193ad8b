import { trpc } from "#client/api/trpc.ts";
import { ImportDialog } from "#client/features/imports/import-dialog.tsx";
import { DATASET_IMPORT } from "#shared/datasets/dataset-import.ts";

/** Dialog that imports datasets from a file. */
export function ImportDatasetsDialog({ onClose }: { onClose: () => void }) {
  const { datasets } = trpc.useUtils();
  const { mutateAsync } = trpc.datasets.import.useMutation();
  return (
    <ImportDialog
      target={{
        kind: DATASET_IMPORT,
        title: "Import Datasets",
        example: "name,url,licence,tags\nCommon Voice,https://commonvoice.mozilla.org,CC0,speech; audio",
        send: mutateAsync,
        onImported: () => void datasets.invalidate(),
      }}
      onClose={onClose}
    />
  );
}
