import { trpc } from "#client/api/trpc.ts";
import { submitForm, useCheckedForm } from "#client/features/forms/checked-form.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useChange } from "#client/features/library/use-change.ts";
import { focusRowOnceShown } from "#client/ui/list/awaited-row.ts";

import { EMPTY_FORM, FormFields, isFormField, loadSchema } from "./dataset-form.tsx";

/** Dialog with the form for a new dataset. */
export function AddDatasetDialog({ onClose }: { onClose: () => void }) {
  const form = useCheckedForm(loadSchema, EMPTY_FORM);
  const { datasets } = trpc.useUtils();
  const add = trpc.datasets.add.useMutation(
    useChange({
      done: "Dataset added",
      failed: { title: "Not added", text: "Failed to add dataset" },
      refresh: () => void datasets.list.invalidate(),
    }),
  );
  const handleSubmit = submitForm(form, isFormField, async (fields) => {
    const { id } = await add.mutateAsync(fields);
    onClose();
    focusRowOnceShown(id);
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Add Dataset"
      isDirty={form.formState.isDirty}
      onSubmit={handleSubmit}
      submitLabel="Add Dataset"
      savingLabel="Adding..."
      isSaving={add.isPending}
      isUploading={false}
    >
      <FormFields form={form} />
    </FormDialog>
  );
}
