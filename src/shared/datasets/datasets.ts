import { z } from "zod";

import { partOf } from "#shared/fields/field.ts";
import { schemasOf } from "#shared/fields/schemas-of.ts";
import { itemInput } from "#shared/kernel/item-input.ts";
import { baseRevision, idSchema, revisionSchema } from "#shared/kernel/text.ts";
import { versionSchemaOf } from "#shared/kernel/versions.ts";

import { DATASET_FIELDS } from "./dataset-fields.ts";

export const datasetSchema = z.object({
  id: idSchema,
  ...schemasOf(DATASET_FIELDS, "storedSchema"),
  dateUpdated: z.iso.datetime(),
  userId: idSchema,
  revision: revisionSchema,
});
export type Dataset = z.infer<typeof datasetSchema>;

/** Version of a dataset. */
export const datasetVersionSchema = versionSchemaOf(DATASET_FIELDS);

/** Editable fields of a dataset. */
export const datasetFieldsSchema = z.object(schemasOf(DATASET_FIELDS, "schema"));
export type DatasetFields = z.infer<typeof datasetFieldsSchema>;

export const newDatasetSchema = itemInput(schemasOf(DATASET_FIELDS, "newSchema"), datasetSchema);
export type NewDataset = z.infer<typeof newDatasetSchema>;

/** Empty dataset. */
export const EMPTY_DATASET = partOf(DATASET_FIELDS, "emptyValue");

/** Partial edit. Absent fields are unchanged and `null` clears one. A stale `revision` is rejected. */
export const datasetEditSchema = itemInput(
  { ...schemasOf(DATASET_FIELDS, "editSchema"), id: idSchema, revision: baseRevision },
  datasetSchema,
);
export type DatasetEdit = z.infer<typeof datasetEditSchema>;
