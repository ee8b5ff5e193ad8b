import { LibraryDialogs } from "#client/features/library/library-dialogs.tsx";
import type { Library } from "#client/features/library/use-library.ts";
import type { PageViewActions } from "#client/features/page-view/use-page-view.ts";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import type { Dataset } from "#shared/datasets/datasets.ts";

import type { DatasetsView } from "./datasets-view-url.ts";
import { useDeleteDataset } from "./use-datasets.ts";

const DeleteDialog = lazyComponent(() => import("#client/ui/dialog/delete-dialog.tsx"), "DeleteDialog");
const ExportDatasetsDialog = lazyComponent(
  () => import("./export-datasets-dialog.tsx"),
  "ExportDatasetsDialog",
);
const ImportDatasetsDialog = lazyComponent(
  () => import("./import-datasets-dialog.tsx"),
  "ImportDatasetsDialog",
);
const DatasetDetailDialog = lazyComponent(() => import("./dataset-detail-dialog.tsx"), "DatasetDetailDialog");
const AddDatasetDialog = lazyComponent(() => import("./add-dataset-dialog.tsx"), "AddDatasetDialog");
const EditDatasetDialog = lazyComponent(() => import("./edit-dataset-dialog.tsx"), "EditDatasetDialog");

interface DatasetDialogsProps {
  view: DatasetsView;
  actions: PageViewActions<DatasetsView>;
  library: Library<Dataset>;
}

/** Dialogs of the datasets. */
export function DatasetDialogs({ view, actions, library }: DatasetDialogsProps) {
  const { dialog } = view;
  const onClose = actions.close;
  return (
    <LibraryDialogs
      kind="dataset"
      view={view}
      library={library}
      history={{ nameOf: ({ name }) => name, change: actions.change }}
      notFound="Dataset Not Found"
      notExported="Failed to load datasets"
      onClose={onClose}
      renderItem={(dataset) => (
        <>
          {dialog === "detail" && (
            <DatasetDetailDialog
              dataset={dataset}
              onClose={onClose}
              onOpen={(next) => actions.open(next, dataset.id)}
              onTag={(tag) => actions.leaveFor({ tag })}
            />
          )}
          {dialog === "edit" && <EditDatasetDialog dataset={dataset} onClose={onClose} />}
          {dialog === "delete" && <DeleteDatasetDialog dataset={dataset} onClose={onClose} />}
        </>
      )}
    >
      {dialog === "add" && <AddDatasetDialog onClose={onClose} />}
      {dialog === "export" && library.isKnown && (
        <ExportDatasetsDialog datasets={library.items} onClose={onClose} />
      )}
      {dialog === "import" && <ImportDatasetsDialog onClose={onClose} />}
    </LibraryDialogs>
  );
}

function DeleteDatasetDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const { isPending, mutate } = useDeleteDataset(onClose);
  return (
    <DeleteDialog
      title="Delete Dataset"
      name={dataset.name}
      confirmLabel="Delete Dataset"
      isPending={isPending}
      onConfirm={() => mutate({ id: dataset.id })}
      onClose={onClose}
    >
      The dataset and its discussion will be deleted. You can restore them for 30 days.
    </DeleteDialog>
  );
}
