import { useState } from "react";

import { showIssues } from "#client/features/forms/show-issues.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import type { Prompt } from "#shared/prompts.ts";

import { PromptDuplicates } from "./prompt-duplicates.tsx";
import { PromptFormFields } from "./prompt-form-fields.tsx";
import { EMPTY_PROMPT, isPromptFormField } from "./prompt-form-values.ts";
import { usePromptForm } from "./use-prompt-form.ts";
import { useAddPrompt } from "./use-prompts.ts";

interface AddPromptDialogProps {
  /** The library, in which the new prompt may be already. */
  prompts: readonly Prompt[];
  username: string;
  onClose: () => void;
}

/** Asks for a new prompt. */
export function AddPromptDialog({ prompts, username, onClose }: AddPromptDialogProps) {
  const form = usePromptForm({ ...EMPTY_PROMPT, promptAuthor: username });
  const [isUploading, setUploading] = useState(false);
  const addPrompt = useAddPrompt();

  const handleSubmit = form.handleSubmit(async (prompt) => {
    try {
      await addPrompt.mutateAsync(prompt);
      onClose();
    } catch (error) {
      showIssues(form, isPromptFormField, error);
    }
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add New Prompt"
      size="large"
      isDirty={form.formState.isDirty}
      onSubmit={(event) => void handleSubmit(event)}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            isPending={isUploading || addPrompt.isPending}
            pendingLabel={isUploading ? "Uploading..." : "Adding Prompt..."}
          >
            Add Prompt
          </Button>
        </>
      }
    >
      <PromptFormFields
        form={form}
        uploadedMessage="Example image uploaded successfully"
        onUploading={setUploading}
        remark={<PromptDuplicates form={form} prompts={prompts} />}
      />
    </Dialog>
  );
}
