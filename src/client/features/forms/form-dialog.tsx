import type { ComponentProps, FormEvent } from "react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";

type DialogProps = Pick<
  ComponentProps<typeof Dialog>,
  "title" | "description" | "size" | "onClose" | "discardsOnCancel" | "children"
>;

interface FormDialogProps extends DialogProps {
  /** True if the form has unsaved input. Closing the dialog then asks first. */
  isDirty: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void> | void;
  submitLabel: string;
  savingLabel: string;
  isSaving: boolean;
  /** True while an image uploads. The form can't be submitted until then. */
  isUploading?: boolean;
  /** True to prevent submitting the form. */
  isDisabled?: boolean;
}

/** Dialog with a form that adds, edits or sends an item. */
export function FormDialog(props: FormDialogProps) {
  const { onSubmit, submitLabel, savingLabel, isSaving, isUploading = false, isDisabled, ...dialog } = props;
  return (
    <Dialog
      size="large"
      {...dialog}
      isOpen
      onSubmit={(event) => void onSubmit(event)}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            disabled={isDisabled}
            isPending={isUploading || isSaving}
            pendingLabel={isUploading ? "Uploading..." : savingLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    />
  );
}
