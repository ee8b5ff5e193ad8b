import {
  addressField,
  lineField,
  proseField,
  requiredLineField,
  tagsField,
} from "#shared/fields/field-kinds.ts";
import type { FieldTable } from "#shared/fields/field.ts";
import { TEXT_LIMITS } from "#shared/kernel/text-rules.ts";

/** Fields of a dataset, in form order. */
export const DATASET_FIELDS = {
  name: requiredLineField(TEXT_LIMITS.name, "Dataset name is required", {
    label: "Dataset Name",
    placeholder: "Give it a name",
    headers: "name datasetname dataset title",
    hasOwnPlace: true,
  }),
  licence: lineField(TEXT_LIMITS.shortText, {
    label: "Licence",
    placeholder: "CC BY 4.0",
    headers: "licence license licencename licensename terms",
  }),
  url: addressField({
    label: "Address",
    placeholder: "https://example.com/data",
    headers: "url address website link homepage download",
    hasOwnPlace: true,
  }),
  tags: tagsField({
    label: "Tags",
    placeholder: "Add a tag",
    headers: "tags tag keywords keyword labels topics categories",
  }),
  notes: proseField(TEXT_LIMITS.notes, {
    label: "Notes",
    placeholder: "What it contains, and what it may be used for",
    rows: 4,
    headers: "notes note description summary about comments",
  }),
} satisfies FieldTable;
