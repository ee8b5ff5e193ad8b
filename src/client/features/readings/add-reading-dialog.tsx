import { useState } from "react";

import { showIssues } from "#client/features/forms/show-issues.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog.tsx";

import { ReadingFormFields } from "./reading-form-fields.tsx";
import { EMPTY_READING, isReadingFormField } from "./reading-form-values.ts";
import { useReadingForm } from "./use-reading-form.ts";
import { useAddReading } from "./use-save-reading.ts";

interface AddReadingDialogProps {
  topics: readonly string[];
  onClose: () => void;
}

/** Asks for a new reading. */
export function AddReadingDialog({ topics, onClose }: AddReadingDialogProps) {
  const form = useReadingForm(EMPTY_READING);
  const [isUploading, setUploading] = useState(false);
  const addReading = useAddReading();

  const handleSubmit = form.handleSubmit(async (reading) => {
    try {
      await addReading.mutateAsync(reading);
      onClose();
    } catch (error) {
      showIssues(form, isReadingFormField, error);
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add New Reading"
      size="large"
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void handleSubmit(event)}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            isPending={isUploading || addReading.isPending}
            pendingLabel={isUploading ? "Uploading..." : "Adding..."}
          >
            Add Reading
          </Button>
        </>
      }
    >
      <ReadingFormFields form={form} topics={topics} onUploading={setUploading} />
    </Dialog>
  );
}
