import { useState } from "react";

import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { showIssues } from "#client/features/forms/show-issues.ts";
import { useEditReading } from "#client/features/readings/use-readings.ts";
import type { Reading } from "#shared/readings.ts";

import { EditReadingConflict } from "./edit-reading-conflict.tsx";
import { ReadingFormFields } from "./reading-form-fields.tsx";
import { isReadingFormField } from "./reading-form-values.ts";
import { useReadingEdits } from "./use-reading-edits.ts";

interface EditReadingDialogProps {
  /** As it was when the dialog opened; what others change meanwhile is met when saving. */
  reading: Reading;
  topics: readonly string[];
  onClose: () => void;
}

/** Changes a reading. Whoever saves on a version that somebody else has replaced sees both and decides. */
export function EditReadingDialog({ reading, topics, onClose }: EditReadingDialogProps) {
  const edits = useReadingEdits(reading);
  const { form, base, conflict } = edits;
  const [isUploading, setUploading] = useState(false);
  const editReading = useEditReading();

  const handleSubmit = form.handleSubmit(async (fields) => {
    try {
      await edits.save((revision) => editReading.mutateAsync({ ...fields, id: reading.id, revision }));
      onClose();
    } catch (error) {
      showIssues(form, isReadingFormField, error);
    }
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
      {conflict && conflict.fields.length > 0 && (
        <EditReadingConflict key={base.revision} edits={edits} conflict={conflict} />
      )}
      <ReadingFormFields form={form} topics={topics} onUploading={setUploading} />
    </FormDialog>
  );
}
