import { useState } from "react";

import { submitForm, useCheckedForm } from "#client/features/forms/checked-form.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useAddPrompt, useMaxPromptLength } from "#client/features/prompts/use-prompts.ts";
import { focusRowOnceShown } from "#client/ui/list/awaited-row.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

import { PromptDuplicates } from "./prompt-duplicates.tsx";
import { PromptFormFields } from "./prompt-form-fields.tsx";
import { EMPTY_PROMPT_FORM, isPromptFormField, promptSchemaLoader } from "./prompt-form-values.ts";

interface AddPromptDialogProps {
  /** Existing prompts, to find duplicates of the new one. */
  prompts: readonly Prompt[];
  username: string;
  onClose: () => void;
}

/** Dialog with the form for a new prompt. */
export function AddPromptDialog({ prompts, username, onClose }: AddPromptDialogProps) {
  const form = useCheckedForm(promptSchemaLoader(useMaxPromptLength()), {
    ...EMPTY_PROMPT_FORM,
    promptAuthor: username,
  });
  const [isUploading, setUploading] = useState(false);
  const addPrompt = useAddPrompt();

  const handleSubmit = submitForm(form, isPromptFormField, async (prompt) => {
    const { id } = await addPrompt.mutateAsync(prompt);
    onClose();
    focusRowOnceShown(id);
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Add New Prompt"
      isDirty={form.formState.isDirty}
      onSubmit={handleSubmit}
      submitLabel="Add Prompt"
      savingLabel="Adding Prompt..."
      isSaving={addPrompt.isPending}
      isUploading={isUploading}
    >
      <PromptFormFields
        form={form}
        uploadedMessage="Example image uploaded successfully"
        onUploading={setUploading}
        remark={<PromptDuplicates form={form} prompts={prompts} />}
      />
    </FormDialog>
  );
}
