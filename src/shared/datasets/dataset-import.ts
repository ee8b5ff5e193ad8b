import type { z } from "zod";

import { namesOf } from "#shared/fields/field.ts";
import { createImportKind } from "#shared/imports/import-kind.ts";
import { IMPORT_FORMATS, importRequestOf } from "#shared/imports/request.ts";

import { DATASET_FIELDS } from "./dataset-fields.ts";
import { datasetFieldsSchema } from "./datasets.ts";

export const datasetImportRequestSchema = importRequestOf(namesOf(DATASET_FIELDS), IMPORT_FORMATS);
export type DatasetImportRequest = z.infer<typeof datasetImportRequestSchema>;

const importedDatasetSchema = datasetFieldsSchema.partial().extend({ name: datasetFieldsSchema.shape.name });
/** Fields of a dataset in a row. Empty ones are absent. */
export type ImportedDataset = z.infer<typeof importedDatasetSchema>;

/** Import of datasets from files. */
export const DATASET_IMPORT = createImportKind(DATASET_FIELDS, {
  noun: "dataset",
  naming: "name",
  lists: "datasets corpora benchmarks",
  required: { name: "the dataset names" },
  schema: importedDatasetSchema,
});
