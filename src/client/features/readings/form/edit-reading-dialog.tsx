import { useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { submitForm, useCheckedForm, newerVersion } from "#client/features/forms/checked-form.ts";
import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useEdits } from "#client/features/forms/use-edits.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { READING_FIELDS } from "#shared/fields/reading-fields.ts";
import type { Reading } from "#shared/readings/readings.ts";

import {
  ReadingFormFields,
  formValuesOf,
  formValuesOfReading,
  isReadingFormField,
  loadReadingFormSchema,
  READING_FORM_FIELDS,
} from "./reading-form-fields.tsx";

/** Returns the current reading, if the server refused an edit because another user had changed it. */
const newerReading = (error: unknown): Reading | undefined => newerVersion<Reading>(error, READING_FIELDS);

/** Returns a mutation that saves an edit. The dialog shows conflicts. */
function useEditReading() {
  const { readings } = trpc.useUtils();
  return trpc.readings.edit.useMutation(
    useChange({
      done: "Reading updated successfully!",
      failed: { title: "Failed to update reading. Please try again." },
      refresh: () => void readings.list.invalidate(),
      isShown: (error) => newerReading(error) !== undefined,
    }),
  );
}

interface EditReadingDialogProps {
  /** Reading as of the dialog's opening. Later changes by other people are handled on saving. */
  reading: Reading;
  topics: readonly string[];
  onClose: () => void;
}

/** Dialog for editing a reading. If another user has saved since, it shows both versions to choose from. */
export function EditReadingDialog({ reading, topics, onClose }: EditReadingDialogProps) {
  const form = useCheckedForm(loadReadingFormSchema, formValuesOfReading(reading));
  const edits = useEdits(form, reading, {
    fields: READING_FORM_FIELDS,
    toValues: formValuesOfReading,
    readForm: formValuesOf,
    findNewer: newerReading,
  });
  const [isUploading, setUploading] = useState(false);
  const editReading = useEditReading();

  const handleSubmit = submitForm(form, isReadingFormField, async (fields) => {
    await edits.save((revision) => editReading.mutateAsync({ ...fields, id: reading.id, revision }));
    onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Edit Reading"
      isDirty={form.formState.isDirty}
      onSubmit={handleSubmit}
      submitLabel="Update Reading"
      savingLabel="Updating..."
      isSaving={editReading.isPending}
      isUploading={isUploading}
    >
      <EditConflict noun="reading" form={form} edits={edits} fields={READING_FIELDS} />
      <ReadingFormFields form={form} topics={topics} onUploading={setUploading} />
    </FormDialog>
  );
}
