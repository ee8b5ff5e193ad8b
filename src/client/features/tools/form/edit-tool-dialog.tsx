import { useState } from "react";

import { submitForm } from "#client/features/forms/checked-form.ts";
import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useAliasDraft } from "#client/features/links/aliases/use-alias-draft.ts";
import { EditToolReleaseNotes } from "#client/features/tools/release-notes/edit-tool-release-notes.tsx";
import { useReleaseNoteDraft } from "#client/features/tools/release-notes/use-release-note-draft.ts";
import { TOOL_FORM } from "#shared/fields/tool-fields.ts";
import { addReleaseNote } from "#shared/tools/release-note-list.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { ToolFormFields } from "./tool-form-fields.tsx";
import { isToolFormField } from "./tool-form-values.ts";
import { useEditTool, useToolEdits } from "./use-tool-edits.ts";

interface EditToolDialogProps {
  /** Prompt as of the dialog's opening. Later changes by others are handled on saving. */
  tool: Tool;
  onClose: () => void;
}

/** Dialog for editing a tool. If another user has saved since, it shows both versions for a decision. */
export function EditToolDialog({ tool, onClose }: EditToolDialogProps) {
  const edits = useToolEdits(tool);
  const { form, base } = edits;
  const aliases = useAliasDraft(tool.id);
  const draft = useReleaseNoteDraft();
  const [isUploading, setUploading] = useState(false);
  const editTool = useEditTool();

  const handleSubmit = submitForm(form, isToolFormField, async (fields) => {
    const typed = draft.isEmpty ? undefined : await draft.check();
    if (typed === null) return;
    const releaseNotes = typed ? addReleaseNote(fields.releaseNotes, typed) : fields.releaseNotes;
    if (!aliases.check() || (await aliases.save(tool.id)) !== null) return;
    await edits.save((revision) => editTool.mutateAsync({ ...fields, releaseNotes, id: base.id, revision }));
    onClose();
  });

  return (
    <FormDialog
      onClose={onClose}
      title="Edit AI Tool"
      isDirty={form.formState.isDirty || !draft.isEmpty || aliases.isDirty}
      onSubmit={handleSubmit}
      submitLabel="Update Tool"
      savingLabel="Updating..."
      isSaving={editTool.isPending || aliases.isSaving}
      isUploading={isUploading}
    >
      <EditConflict noun="tool" form={form} edits={edits} fields={TOOL_FORM} />
      <ToolFormFields
        form={form}
        onUploading={setUploading}
        aliases={aliases}
        releaseNotes={<EditToolReleaseNotes edits={edits} draft={draft} />}
      />
    </FormDialog>
  );
}
