import { trpc } from "#client/api/trpc.ts";
import { submitForm, useCheckedForm } from "#client/features/forms/checked-form.ts";
import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { newerVersion } from "#client/features/forms/form-fields.ts";
import { useEdits } from "#client/features/forms/use-edits.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { DATASET_FIELDS } from "#shared/datasets/dataset-fields.ts";
import type { Dataset } from "#shared/datasets/datasets.ts";

import { FORM_FIELDS, FormFields, formValuesOf, isFormField, loadSchema } from "./dataset-form.tsx";

/** Returns the current dataset, if an edit was refused because another user had changed it. */
const newerDataset = (error: unknown): Dataset | undefined => newerVersion<Dataset>(error, DATASET_FIELDS);

/** Dialog for editing a dataset. If another user has saved since, it shows both versions for a decision. */
export function EditDatasetDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }) {
  const form = useCheckedForm(loadSchema, formValuesOf(dataset));
  const edits = useEdits(form, dataset, {
    fields: FORM_FIELDS,
    toValues: formValuesOf,
    readForm: formValuesOf,
    findNewer: newerDataset,
  });
  const { datasets } = trpc.useUtils();
  const edit = trpc.datasets.edit.useMutation(
    useChange({
      done: "Dataset updated",
      failed: { title: "Not saved", text: "Failed to update dataset" },
      refresh: () => void datasets.invalidate(),
      isShown: (error) => newerDataset(error) !== undefined,
    }),
  );
  const handleSubmit = submitForm(form, isFormField, async (fields) => {
    await edits.save((revision) => edit.mutateAsync({ ...fields, id: dataset.id, revision }));
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Edit Dataset"
      isDirty={form.formState.isDirty}
      onSubmit={handleSubmit}
      submitLabel="Save Dataset"
      savingLabel="Saving..."
      isSaving={edit.isPending}
      isUploading={false}
    >
      <EditConflict noun="dataset" form={form} edits={edits} fields={DATASET_FIELDS} />
      <FormFields form={form} />
    </FormDialog>
  );
}
