import { useState } from "react";

import { showIssues } from "#client/features/forms/show-issues.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import type { Reading } from "#shared/readings.ts";

import { EditReadingClash } from "./edit-reading-clash.tsx";
import { ReadingFormFields } from "./reading-form-fields.tsx";
import { isReadingFormField, type ReadingFormFields as Fields } from "./reading-form-values.ts";
import { useReadingEdits } from "./use-reading-edits.ts";
import { newerVersionOf, useEditReading } from "./use-save-reading.ts";

interface EditReadingDialogProps {
  /** As it was when the dialog opened; what others change meanwhile is met when saving. */
  reading: Reading;
  topics: readonly string[];
  onClose: () => void;
}

/** Changes a reading. Whoever saves on a version that somebody else has replaced sees both and decides. */
export function EditReadingDialog({ reading, topics, onClose }: EditReadingDialogProps) {
  const edits = useReadingEdits(reading);
  const { form, clash, revision: base } = edits;
  const [isUploading, setUploading] = useState(false);
  const editReading = useEditReading();

  async function save(fields: Fields, revision: number) {
    try {
      await editReading.mutateAsync({ ...fields, id: reading.id, revision });
      onClose();
    } catch (error) {
      showIssues(form, isReadingFormField, error);
      const newer = newerVersionOf(error);
      // Where others changed only what we changed just so, there is nothing to decide.
      if (newer && !edits.meet(newer)) await save(fields, newer.revision);
    }
  }

  const handleSubmit = form.handleSubmit((fields) => save(fields, base));

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Edit Reading"
      size="large"
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void handleSubmit(event)}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            isPending={isUploading || editReading.isPending}
            pendingLabel={isUploading ? "Uploading..." : "Updating..."}
          >
            Update Reading
          </Button>
        </>
      }
    >
      {clash && clash.fields.length > 0 && <EditReadingClash key={base} edits={edits} clash={clash} />}
      <ReadingFormFields form={form} topics={topics} onUploading={setUploading} />
    </Dialog>
  );
}
