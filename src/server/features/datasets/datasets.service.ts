import type { App } from "#server/app.ts";
import { exportItems } from "#server/kernel/exports/export.service.ts";
import { runImport } from "#server/kernel/imports/import-run.service.ts";
import { listVersions, restoreVersion } from "#server/kernel/items/history.service.ts";
import type { Library } from "#server/kernel/items/library-kind.service.ts";
import { addItem, editItem, getItem, listItems } from "#server/kernel/items/library.service.ts";
import { removeItem } from "#server/kernel/items/removal.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { DatasetImportRequest } from "#shared/datasets/dataset-import.ts";
import {
  type Dataset,
  type DatasetEdit,
  type DatasetFields,
  EMPTY_DATASET,
  type NewDataset,
} from "#shared/datasets/datasets.ts";
import type { ExportedFile, TableExportRequest } from "#shared/export.ts";
import type { ImportReport } from "#shared/imports/request.ts";
import type { RemovalRequest } from "#shared/kernel/deletions.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import type { RestoreRequest, VersionOf, VersionsRequest } from "#shared/kernel/versions.ts";

import { datasetStore } from "./datasets.queries.ts";

export const datasetLibrary: Library<Dataset, DatasetFields> = {
  kind: "dataset",
  store: datasetStore,
  titleOf: ({ name }) => name,
  pictureOf: () => null,
  emptyFields: EMPTY_DATASET,
  create: (fields, base, time) => ({ ...fields, ...base, dateUpdated: time }),
  touch: (time) => ({ dateUpdated: time }),
};

/** Lists datasets, last updated first. */
export const listDatasets = (app: App, input: PageRequest): Promise<Page<Dataset>> =>
  listItems(app, datasetLibrary, input);

/** Returns one dataset. Throws 404 if there is none. */
export const getDataset = (app: App, id: string): Promise<Dataset> => getItem(app, datasetLibrary, id);

/** Adds a dataset owned by the user. */
export const addDataset = (app: App, by: User, fields: NewDataset): Promise<Dataset> =>
  addItem(app, datasetLibrary, { by, fields });

/** Updates the given fields. Throws 409 with the current dataset if it has changed since. */
export const editDataset = (
  app: App,
  by: User,
  { id, revision, ...changes }: DatasetEdit,
): Promise<Dataset> => editItem(app, datasetLibrary, { by, id, revision, changes });

/** Lists all versions of a dataset, current one first. */
export const listDatasetVersions = (
  app: App,
  input: VersionsRequest,
): Promise<Page<VersionOf<DatasetFields>>> => listVersions(app, datasetLibrary, input);

/** Restores an old version of a dataset as the newest. Throws 409 if the dataset has changed since. */
export const restoreDataset = (app: App, by: User, input: RestoreRequest): Promise<Dataset> =>
  restoreVersion(app, datasetLibrary, by, input);

/** Deletes a dataset with its discussion, regardless of who added it. */
export async function removeDataset(
  app: App,
  by: User,
  request: RemovalRequest,
): Promise<{ deletionId: string }> {
  const { deletionId } = await removeItem(app, datasetLibrary, { by, ...request });
  return { deletionId };
}

/** Imports the rows of a call as datasets. Reports the effect of each, or in a dry run the expected one. */
export const importDatasets = (
  app: App,
  user: User,
  input: DatasetImportRequest,
  signal?: AbortSignal,
): Promise<ImportReport> => runImport(app, user, datasetLibrary, input, { signal });

/** Exports the selected datasets, or all, last updated first. */
export const exportDatasets = (
  app: App,
  input: TableExportRequest,
  signal?: AbortSignal,
): Promise<ExportedFile> => exportItems(app, "dataset", input, signal);
