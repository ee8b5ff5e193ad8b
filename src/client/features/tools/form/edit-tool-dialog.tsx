import { RotateCw } from "lucide-react";
import { useState } from "react";
import { useWatch } from "react-hook-form";

import { trpc } from "#client/api/trpc.ts";
import {
  submitForm,
  useCheckedForm,
  firstErrorMessage,
  newerVersion,
} from "#client/features/forms/checked-form.ts";
import { EditConflict } from "#client/features/forms/edit-conflict.tsx";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useEdits } from "#client/features/forms/use-edits.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useAliasDraft } from "#client/features/links/aliases/alias-field.tsx";
import { Button } from "#client/ui/button.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { TOOL_FORM, TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import { addReleaseNote } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { type ReleaseNoteDraft, ReleaseNotesEditor, useReleaseNoteDraft } from "./release-notes-editor.tsx";
import { ToolFormFields } from "./tool-form-fields.tsx";
import { isToolFormField, formValuesOf, TOOL_FORM_FIELDS, loadToolFormSchema } from "./tool-form.ts";

interface EditToolDialogProps {
  /** Tool as of the dialog's opening. Later changes by other people are handled on saving. */
  tool: Tool;
  onClose: () => void;
}

/** Dialog for editing a tool. If another user has saved since, it shows both versions to choose from. */
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

/** Returns the current tool, if the server refused an edit because another user had changed it. */
const newerTool = (error: unknown): Tool | undefined => newerVersion<Tool>(error, TOOL_FIELDS);

/** Returns a mutation that saves an edit. The dialog shows conflicts. */
export function useEditTool() {
  const { tools } = trpc.useUtils();
  return trpc.tools.edit.useMutation(
    useChange({
      done: "AI tool updated successfully",
      failed: { title: "Error", text: "Failed to update AI tool" },
      refresh() {
        void tools.list.invalidate();
        void tools.get.invalidate();
      },
      isShown: (error) => newerTool(error) !== undefined,
    }),
  );
}

const isSameNote = (a: ReleaseNote, b: ReleaseNote) => a.date === b.date && a.url === b.url;

/** Manages the form of an edit: the stored tool that it is based on, and conflicts with later changes. */
function useToolEdits(tool: Tool) {
  const form = useCheckedForm(loadToolFormSchema, formValuesOf(tool));
  const edits = useEdits(form, tool, {
    fields: TOOL_FORM_FIELDS,
    toValues: formValuesOf,
    readForm: formValuesOf,
    findNewer: newerTool,
  });
  const { base, rebase, typedValues } = edits;

  /**
   * Shows the release notes of `stored`, which the server has just changed on request. Rebases the edit on `stored`
   * only if nothing else has changed. Otherwise saving must still detect the other changes.
   */
  function showNotes(stored: Tool, isShown: (note: ReleaseNote) => boolean) {
    const changes = edits.changedFields(formValuesOf(base), formValuesOf(stored));
    const isOnlyNotes = changes.every((field) => field === "releaseNotes");
    rebase(isOnlyNotes ? stored : { ...base, releaseNotes: stored.releaseNotes }, {
      ...typedValues(),
      releaseNotes: stored.releaseNotes.filter((note) => isShown(note)),
    });
  }

  /** True for a stored note that was removed in the form but not yet on the server. */
  function isRemovedInForm(note: ReleaseNote): boolean {
    const includesNote = (notes: readonly ReleaseNote[]) => notes.some((other) => isSameNote(other, note));
    return includesNote(base.releaseNotes) && !includesNote(typedValues().releaseNotes);
  }

  return { ...edits, form, showNotes, isRemovedInForm };
}

type ToolEdits = ReturnType<typeof useToolEdits>;

interface EditToolReleaseNotesProps {
  edits: ToolEdits;
  draft: ReleaseNoteDraft;
}

/** Release notes of a stored tool. Added notes are saved at once. Removed notes are saved with the Update button. */
function EditToolReleaseNotes({ edits, draft }: EditToolReleaseNotesProps) {
  const { form, base, showNotes, isRemovedInForm } = edits;
  const toast = useToast();
  const saveNote = useSaveReleaseNote();
  const refresh = useRefreshReleaseNotes();
  const notes = useWatch({ control: form.control, name: "releaseNotes" });

  async function handleAdd(note: ReleaseNote) {
    try {
      const stored = await saveNote.mutateAsync({ id: base.id, ...note });
      showNotes(stored, (other) => other.url === note.url || !isRemovedInForm(other));
      draft.clear();
    } catch {
      // A toast has already reported the error. The typed note remains.
    }
  }

  function handleRemove(removed: ReleaseNote) {
    const rest = notes.filter((note) => note !== removed);
    form.setValue("releaseNotes", rest, { shouldDirty: true, shouldValidate: true });
    toast.info("Release Note Removed", "Press Update Tool to save the change.");
  }

  async function handleRefresh() {
    try {
      showNotes(await refresh.refresh(base.id), () => true);
    } catch {
      // A toast has already reported the error. The list is unchanged.
    }
  }

  return (
    <ReleaseNotesEditor
      title="Release Notes"
      notes={notes}
      draft={draft}
      onAdd={(note) => void handleAdd(note)}
      onRemove={handleRemove}
      isAdding={saveNote.isPending}
      error={firstErrorMessage(form.formState.errors.releaseNotes)}
      action={
        <Button
          size="small"
          variant="ghost"
          icon={<RotateCw aria-hidden />}
          isPending={refresh.isPending}
          pendingLabel="Refreshing..."
          onClick={() => void handleRefresh()}
        >
          Refresh
        </Button>
      }
    />
  );
}

/** Returns a mutation that saves a release note of a stored tool at once. */
function useSaveReleaseNote() {
  const { tools } = trpc.useUtils();
  return trpc.tools.saveReleaseNote.useMutation(
    useChange({
      done: "Release Note Added",
      failed: { title: "Error", text: "Failed to save release note" },
      refresh: () => void tools.list.invalidate(),
    }),
  );
}

/** Returns a function that fetches a tool's release notes on the server and returns the updated tool. */
function useRefreshReleaseNotes() {
  const { tools, client } = trpc.useUtils();
  const refresh = trpc.tools.refreshReleaseNotes.useMutation(
    useChange({
      done: ({ message }) => ({ title: "Release Notes Updated", text: message }),
      failed: { title: "Update Failed", text: "Failed to update release notes" },
      refresh: () => void tools.list.invalidate(),
    }),
  );
  return {
    isPending: refresh.isPending,
    refresh: async (id: string) => {
      await refresh.mutateAsync({ id });
      return client.tools.get.query({ id });
    },
  };
}
