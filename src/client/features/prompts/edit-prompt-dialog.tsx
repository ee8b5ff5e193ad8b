import { useState } from "react";

import { showIssues } from "#client/features/forms/show-issues.ts";
import { useEdits } from "#client/features/forms/use-edits.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { Field } from "#client/ui/field.tsx";
import { TextInput } from "#client/ui/text-input.tsx";
import { MAX_EDIT_NOTE_LENGTH, type Prompt } from "#shared/prompts.ts";

import { EditPromptClash } from "./edit-prompt-clash.tsx";
import { PromptFormFields } from "./prompt-form-fields.tsx";
import {
  formValuesOf,
  isPromptFormField,
  PROMPT_FIELDS,
  type PromptFormFields as Fields,
} from "./prompt-form-values.ts";
import { newerVersionOf, useEditPrompt } from "./use-edit-prompt.ts";
import { usePromptForm } from "./use-prompt-form.ts";

interface EditPromptDialogProps {
  /** As it was when the dialog opened; what others change meanwhile is met when saving. */
  prompt: Prompt;
  onClose: () => void;
}

/** Changes a prompt. Whoever saves on a version that somebody else has replaced sees both and decides. */
export function EditPromptDialog({ prompt, onClose }: EditPromptDialogProps) {
  const form = usePromptForm(formValuesOf(prompt));
  const edits = useEdits(form, prompt, { fields: PROMPT_FIELDS, valuesOf: formValuesOf });
  const { base, clash } = edits;
  const [note, setNote] = useState("");
  const [isUploading, setUploading] = useState(false);
  const editPrompt = useEditPrompt();

  async function save(fields: Fields, revision: number) {
    try {
      await editPrompt.mutateAsync({ ...fields, id: base.id, revision, note });
      onClose();
    } catch (error) {
      showIssues(form, isPromptFormField, error);
      const newer = newerVersionOf(error);
      // Where others changed only what we changed just so, there is nothing to decide.
      if (newer && !edits.meet(newer)) await save(fields, newer.revision);
    }
  }

  const handleSubmit = form.handleSubmit((fields) => save(fields, base.revision));

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Edit Prompt"
      size="large"
      isDirty={form.formState.isDirty || note !== ""}
      onSubmit={(event) => void handleSubmit(event)}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            isPending={isUploading || editPrompt.isPending}
            pendingLabel={isUploading ? "Uploading..." : "Updating..."}
          >
            Update Prompt
          </Button>
        </>
      }
    >
      {clash && clash.fields.length > 0 && (
        <EditPromptClash key={base.revision} form={form} clash={clash} onChoose={edits.choose} />
      )}
      <PromptFormFields
        form={form}
        uploadedMessage="Image uploaded successfully"
        onUploading={setUploading}
      />
      <Field
        label="Note for the History"
        hint="Why you make this change; it stands beside the version."
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
    </Dialog>
  );
}
