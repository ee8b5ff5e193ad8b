import { createExporter } from "#server/kernel/exports/export.task.ts";
import { textWriters } from "#server/kernel/exports/text-writers.ts";
import { type ImportCall, rowsIn } from "#server/kernel/imports/import-call.ts";
import type { PlanRules } from "#server/kernel/imports/import-plan.ts";
import type { ImportRules } from "#server/kernel/imports/import-rules.ts";
import { createImporter } from "#server/kernel/imports/import.task.ts";
import type { SliceData } from "#server/kernel/slice-data.ts";
import { DATASET_FIELDS } from "#shared/datasets/dataset-fields.ts";
import { DATASET_IMPORT, type ImportedDataset } from "#shared/datasets/dataset-import.ts";
import { type Dataset, EMPTY_DATASET } from "#shared/datasets/datasets.ts";

import { datasetStore } from "./datasets.queries.ts";

const DATASET_RULES: Omit<PlanRules<Dataset, ImportedDataset>, "now" | "make"> = {
  fields: DATASET_IMPORT.fields,
  labels: DATASET_IMPORT.labels,
  nameOf: ({ name }) => name,
  identity: ["name"],
  keysOf: ({ url }) => [url ?? ""],
  isAddingOnly: false,
  // Several datasets may have the same name. Use the one at this address, or else an existing one that no row describes.
  find: (namesakes, { url }) => namesakes.firstWith(url ?? "") ?? namesakes.free,
};

const datasetRules = {
  kind: DATASET_IMPORT,
  rowsOf: (call: ImportCall) => rowsIn(call, DATASET_IMPORT),
  rules: DATASET_RULES,
  make: (fields, base, time) => ({ ...EMPTY_DATASET, ...fields, ...base, dateUpdated: time }),
} satisfies ImportRules<keyof ImportedDataset & string, ImportedDataset, Dataset>;

export const datasetData: SliceData = {
  importer: createImporter({ kind: "dataset", store: datasetStore, rulesFor: () => datasetRules }),
  exporter: createExporter<Dataset>({
    kind: "dataset",
    files: {
      json: ["datasets.json", "application/json; charset=utf-8"],
      csv: ["datasets.csv", "text/csv; charset=utf-8"],
    },
    store: datasetStore,
    writers: textWriters(DATASET_FIELDS, ["dateUpdated"]),
  }),
};
