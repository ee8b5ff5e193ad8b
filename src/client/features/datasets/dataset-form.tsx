import type { UseFormReturn } from "react-hook-form";
import type { z } from "zod";

import { useFirstInvalidFocus } from "#client/features/forms/checked-form.ts";
import { FormField } from "#client/features/forms/form-field.tsx";
import { isFieldOf, toFormValues } from "#client/features/forms/form-fields.ts";
import { DATASET_FIELDS } from "#shared/datasets/dataset-fields.ts";
import type { datasetFieldsSchema } from "#shared/datasets/datasets.ts";
import { namesOf, partOf } from "#shared/fields/field.ts";

type Input = z.input<typeof datasetFieldsSchema>;
type Form = UseFormReturn<Input, unknown, z.output<typeof datasetFieldsSchema>>;

export const FORM_FIELDS = namesOf(DATASET_FIELDS);
export const formValuesOf = (dataset: Input) => toFormValues<Input>(DATASET_FIELDS, dataset);
export const EMPTY_FORM = formValuesOf(partOf(DATASET_FIELDS, "emptyValue"));
export const isFormField = isFieldOf(EMPTY_FORM);
export const loadSchema = async () => (await import("#shared/datasets/datasets.ts")).datasetFieldsSchema;

/** Fields of a dataset, in two columns on wide screens. */
export function FormFields({ form }: { form: Form }) {
  const grid = useFirstInvalidFocus(form.formState.submitCount);
  return (
    <div ref={grid} className="grid grid-cols-1 gap-5 md:grid-cols-2">
      {FORM_FIELDS.map((name) => (
        <FormField key={name} form={form} name={name} row={DATASET_FIELDS[name]} />
      ))}
    </div>
  );
}
