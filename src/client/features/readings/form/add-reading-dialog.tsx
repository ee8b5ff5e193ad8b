import { useState } from "react";

import { submitForm, useCheckedForm } from "#client/features/forms/checked-form.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useAddReading } from "#client/features/readings/use-readings.ts";
import { focusRowOnceShown } from "#client/ui/list/awaited-row.ts";

import {
  ReadingFormFields,
  EMPTY_READING_FORM,
  isReadingFormField,
  loadReadingFormSchema,
} from "./reading-form-fields.tsx";

interface AddReadingDialogProps {
  topics: readonly string[];
  onClose: () => void;
}

/** Dialog with the form for a new reading. */
export function AddReadingDialog({ topics, onClose }: AddReadingDialogProps) {
  const form = useCheckedForm(loadReadingFormSchema, EMPTY_READING_FORM);
  const [isUploading, setUploading] = useState(false);
  const addReading = useAddReading();

  const handleSubmit = submitForm(form, isReadingFormField, async (reading) => {
    const { id } = await addReading.mutateAsync(reading);
    onClose();
    focusRowOnceShown(id);
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Add New Reading"
      isDirty={form.formState.isDirty}
      onSubmit={handleSubmit}
      submitLabel="Add Reading"
      savingLabel="Adding..."
      isSaving={addReading.isPending}
      isUploading={isUploading}
    >
      <ReadingFormFields form={form} topics={topics} onUploading={setUploading} />
    </FormDialog>
  );
}
