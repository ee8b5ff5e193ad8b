import { useState } from "react";

import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { showIssues } from "#client/features/forms/show-issues.ts";
import { useCheckedForm } from "#client/features/forms/use-checked-form.ts";
import { useEdits } from "#client/features/forms/use-edits.ts";
import { newerPrompt, useEditPrompt, useMaxPromptLength } from "#client/features/prompts/use-prompts.ts";
import { Field } from "#client/ui/field.tsx";
import { TextInput } from "#client/ui/text-input.tsx";
import { MAX_EDIT_NOTE_LENGTH, type Prompt, promptFieldsWithin } from "#shared/prompts.ts";
import { codePointLength } from "#shared/text.ts";

import { EditPromptConflict } from "./edit-prompt-conflict.tsx";
import { PromptFormFields } from "./prompt-form-fields.tsx";
import { formValuesOf, isPromptFormField, PROMPT_FORM_FIELDS } from "./prompt-form-values.ts";

interface EditPromptDialogProps {
  /** As it was when the dialog opened; what others change meanwhile is met when saving. */
  prompt: Prompt;
  onClose: () => void;
}

/** Changes a prompt. Whoever saves on a version that somebody else has replaced sees both and decides. */
export function EditPromptDialog({ prompt, onClose }: EditPromptDialogProps) {
  // A text from when more was allowed can stay: only a longer one is refused.
  const maxLength = Math.max(useMaxPromptLength(), codePointLength(prompt.prompt));
  const form = useCheckedForm(promptFieldsWithin(maxLength), formValuesOf(prompt));
  const edits = useEdits(form, prompt, {
    fields: PROMPT_FORM_FIELDS,
    valuesOf: formValuesOf,
    newerVersionOf: newerPrompt,
  });
  const { base, conflict } = edits;
  const [note, setNote] = useState("");
  const [isUploading, setUploading] = useState(false);
  const editPrompt = useEditPrompt();

  const handleSubmit = form.handleSubmit(async (fields) => {
    try {
      await edits.save((revision) => editPrompt.mutateAsync({ ...fields, id: base.id, revision, note }));
      onClose();
    } catch (error) {
      showIssues(form, isPromptFormField, error);
    }
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Edit Prompt"
      isDirty={form.formState.isDirty || note !== ""}
      onSubmit={handleSubmit}
      submitLabel="Update Prompt"
      savingLabel="Updating..."
      isSaving={editPrompt.isPending}
      isUploading={isUploading}
    >
      {conflict && conflict.fields.length > 0 && (
        <EditPromptConflict key={base.revision} form={form} conflict={conflict} onChoose={edits.choose} />
      )}
      <PromptFormFields
        form={form}
        uploadedMessage="Image uploaded successfully"
        onUploading={setUploading}
      />
      <Field
        label="Change Note"
        hint="Why you're making this change. Shown in the history."
        className="mt-5 border-t border-line pt-5"
      >
        <TextInput
          value={note}
          maxLength={MAX_EDIT_NOTE_LENGTH}
          placeholder="Optional"
          autoComplete="off"
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
    </FormDialog>
  );
}
