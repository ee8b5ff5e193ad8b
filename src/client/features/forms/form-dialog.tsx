import type { FormEvent, ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** True if the user typed something. Closing then asks first. */
  isDirty: boolean;
  /** True if Cancel and the backdrop discard the text without asking. */
  isFreeToCancel?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  submitLabel: string;
  savingLabel: string;
  isSaving: boolean;
  /** True while an image uploads. The form can't be submitted until then. */
  isUploading: boolean;
  children: ReactNode;
}

/** Dialog with a form that adds or edits an item. */
export function FormDialog(props: FormDialogProps) {
  const { title, onClose, isDirty, isFreeToCancel, onSubmit, submitLabel, savingLabel } = props;
  const { isSaving, isUploading, children } = props;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      size="large"
      isDirty={isDirty}
      isFreeToCancel={isFreeToCancel}
      onSubmit={(event) => void onSubmit(event)}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            isPending={isUploading || isSaving}
            pendingLabel={isUploading ? "Uploading..." : savingLabel}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
