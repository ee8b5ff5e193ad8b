import { type ReactNode, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { submitForm, useCheckedForm, newerVersion } from "#client/features/forms/checked-form.ts";
import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useEdits } from "#client/features/forms/use-edits.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useMaxPromptLength } from "#client/features/prompts/use-prompts.ts";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { codePointLength } from "#shared/kernel/text-rules.ts";
import { MAX_EDIT_NOTE_LENGTH } from "#shared/prompts/prompt-rules.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

import {
  type PromptFormField,
  PromptFormFields,
  formValuesOf,
  isPromptFormField,
  PROMPT_FORM_FIELDS,
  promptSchemaLoader,
} from "./prompt-form-fields.tsx";

/** Returns the current prompt, if the server refused an edit because another user had changed it. */
const newerPrompt = (error: unknown): Prompt | undefined => newerVersion<Prompt>(error, PROMPT_FIELDS);

/** Returns a mutation that saves an edit. The dialog shows conflicts. */
function useEditPrompt() {
  const { prompts } = trpc.useUtils();
  return trpc.prompts.edit.useMutation(
    useChange({
      done: "Prompt updated successfully",
      failed: { title: "Error", text: "Failed to update prompt" },
      refresh: () => void prompts.invalidate(),
      isShown: (error) => newerPrompt(error) !== undefined,
    }),
  );
}

const DiffText = lazyComponent(
  async () => (await import("#client/features/history/diff-text.tsx")).DiffText,
  ({ after }) => <>{after}</>,
);

interface EditPromptDialogProps {
  /** Prompt as of the dialog's opening. Later changes by other people are handled on saving. */
  prompt: Prompt;
  onClose: () => void;
}

/** Dialog for editing a prompt. If another user has saved since, it shows both versions to choose from. */
export function EditPromptDialog({ prompt, onClose }: EditPromptDialogProps) {
  // If the limit was lowered, a longer stored text may remain but not grow.
  const maxLength = Math.max(useMaxPromptLength(), codePointLength(prompt.prompt));
  const form = useCheckedForm(promptSchemaLoader(maxLength), formValuesOf(prompt));
  const edits = useEdits(form, prompt, {
    fields: PROMPT_FORM_FIELDS,
    toValues: formValuesOf,
    readForm: formValuesOf,
    findNewer: newerPrompt,
  });
  const [note, setNote] = useState("");
  const [isUploading, setUploading] = useState(false);
  const editPrompt = useEditPrompt();

  const handleSubmit = submitForm(form, isPromptFormField, async (fields) => {
    await edits.save((revision) => editPrompt.mutateAsync({ ...fields, id: prompt.id, revision, note }));
    onClose();
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
      <EditConflict
        noun="prompt"
        form={form}
        edits={edits}
        fields={PROMPT_FIELDS}
        render={highlightDifferences}
      />
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

/** Fields that are compared as a whole. */
const WHOLE_VALUE_FIELDS: ReadonlySet<PromptFormField> = new Set([
  "tags",
  "modality",
  "industry",
  "exampleImageUrl",
]);

/** Renders a field with its differences highlighted. */
function highlightDifferences(text: string, other: string, field: PromptFormField): ReactNode {
  if (WHOLE_VALUE_FIELDS.has(field) || text === "") return text;
  return <DiffText before={other} after={text} hasRemoved={false} />;
}
