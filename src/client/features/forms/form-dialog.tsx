import type { FormEvent, ReactNode } from "react";

import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";

interface FormDialogProps {
  title: string;
  onClose: () => void;
  /** Something was typed: closing asks first. */
  isDirty: boolean;
  /** Cancel and the backdrop throw away what was typed without a question. */
  isFreeToCancel?: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
  submitLabel: string;
  savingLabel: string;
  isSaving: boolean;
  /** A picture is on its way: until it has arrived the form cannot be sent. */
  isUploading: boolean;
  /** The fields. */
  children: ReactNode;
}

/** The window of a form that adds or changes one thing of a library. */
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
