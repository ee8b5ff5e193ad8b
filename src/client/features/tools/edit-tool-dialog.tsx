import { useState } from "react";

import { showIssues } from "#client/features/forms/show-issues.ts";
import { Button } from "#client/ui/button.tsx";
import { DialogClose } from "#client/ui/dialog-close.tsx";
import { Dialog } from "#client/ui/dialog.tsx";
import { addReleaseNote, type Tool } from "#shared/tools.ts";

import { EditToolClash } from "./edit-tool-clash.tsx";
import { EditToolReleaseNotes } from "./edit-tool-release-notes.tsx";
import { ToolFormFields } from "./tool-form-fields.tsx";
import { type ToolFormFields as Fields, isToolFormField } from "./tool-form-values.ts";
import { newerVersionOf, useEditTool } from "./use-edit-tool.ts";
import { useReleaseNoteDraft } from "./use-release-note-draft.ts";
import { useToolEdits } from "./use-tool-edits.ts";

interface EditToolDialogProps {
  /** As it was when the dialog opened; what others change meanwhile is met when saving. */
  tool: Tool;
  onClose: () => void;
}

/** Changes a tool. Whoever saves on a version that somebody else has replaced sees both and decides. */
export function EditToolDialog({ tool, onClose }: EditToolDialogProps) {
  const edits = useToolEdits(tool);
  const { form, base, clash } = edits;
  const draft = useReleaseNoteDraft();
  const [isUploading, setUploading] = useState(false);
  const editTool = useEditTool();

  async function save(fields: Fields, revision: number) {
    try {
      await editTool.mutateAsync({ ...fields, id: base.id, revision });
      onClose();
    } catch (error) {
      showIssues(form, isToolFormField, error);
      const newer = newerVersionOf(error);
      // Where others changed only what we changed just so, there is nothing to decide.
      if (newer && !edits.meet(newer)) await save(fields, newer.revision);
    }
  }

  const handleSubmit = form.handleSubmit(async (fields) => {
    const typed = draft.isEmpty ? undefined : draft.check();
    if (typed === null) return;
    const releaseNotes = typed ? addReleaseNote(fields.releaseNotes, typed) : fields.releaseNotes;
    await save({ ...fields, releaseNotes }, base.revision);
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Edit AI Tool"
      size="large"
      isDirty={form.formState.isDirty || !draft.isEmpty}
      onSubmit={(event) => void handleSubmit(event)}
      footer={
        <>
          <DialogClose>Cancel</DialogClose>
          <Button
            variant="primary"
            type="submit"
            isPending={isUploading || editTool.isPending}
            pendingLabel={isUploading ? "Uploading..." : "Updating..."}
          >
            Update Tool
          </Button>
        </>
      }
    >
      {clash && clash.fields.length > 0 && <EditToolClash key={base.revision} edits={edits} clash={clash} />}
      <ToolFormFields
        form={form}
        onUploading={setUploading}
        releaseNotes={<EditToolReleaseNotes edits={edits} draft={draft} />}
      />
    </Dialog>
  );
}
