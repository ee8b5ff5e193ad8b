import { trpc } from "#client/api/trpc.ts";
import { useCheckedForm } from "#client/features/forms/checked-form.ts";
import { newerVersion } from "#client/features/forms/form-fields.ts";
import { useEdits } from "#client/features/forms/use-edits.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";
import type { Tool } from "#shared/tools/tools.ts";

import { formValuesOf, TOOL_FORM_FIELDS, loadToolFormSchema } from "./tool-form-values.ts";

/** Returns the current tool, if an edit was refused because another user had changed it. */
const newerTool = (error: unknown): Tool | undefined => newerVersion<Tool>(error, TOOL_FIELDS);

/** Saves an edit. The dialog shows conflicts itself. */
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

/** Manages the form of an edit: the stored tool it is based on, and conflicts with later changes. */
export function useToolEdits(tool: Tool) {
  const form = useCheckedForm(loadToolFormSchema, formValuesOf(tool));
  const edits = useEdits(form, tool, {
    fields: TOOL_FORM_FIELDS,
    toValues: formValuesOf,
    readForm: formValuesOf,
    findNewer: newerTool,
  });
  const { base, rebase, typedValues } = edits;

  /**
   * Shows the release notes of `stored`, which the server has just changed on request. Rebases the edit only if nobody
   * changed anything else. Otherwise saving must still detect their changes.
   */
  function takeNotes(stored: Tool, isShown: (note: ReleaseNote) => boolean) {
    const changes = edits.changedFields(formValuesOf(base), formValuesOf(stored));
    const isOnlyNotes = changes.every((field) => field === "releaseNotes");
    rebase(isOnlyNotes ? stored : { ...base, releaseNotes: stored.releaseNotes }, {
      ...typedValues(),
      releaseNotes: stored.releaseNotes.filter((note) => isShown(note)),
    });
  }

  /** True for a stored note that was removed in the form but not yet on the server. */
  function isRemoved(note: ReleaseNote): boolean {
    const isIn = (notes: readonly ReleaseNote[]) => notes.some((other) => isSameNote(other, note));
    return isIn(base.releaseNotes) && !isIn(typedValues().releaseNotes);
  }

  return { ...edits, form, takeNotes, isRemoved };
}

export type ToolEdits = ReturnType<typeof useToolEdits>;
