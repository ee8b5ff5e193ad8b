import { RotateCw } from "lucide-react";
import { useWatch } from "react-hook-form";

import { trpc } from "#client/api/trpc.ts";
import { firstMessage } from "#client/features/forms/checked-form.ts";
import { useChange } from "#client/features/library/use-change.ts";
import type { ToolEdits } from "#client/features/tools/form/use-tool-edits.ts";
import { Button } from "#client/ui/button.tsx";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

import { ReleaseNotesEditor } from "./release-notes-editor.tsx";
import type { ReleaseNoteDraft } from "./use-release-note-draft.ts";

interface EditToolReleaseNotesProps {
  edits: ToolEdits;
  draft: ReleaseNoteDraft;
}

/** Release notes of a stored tool. Added notes are saved at once, removals with the Update button. */
export function EditToolReleaseNotes({ edits, draft }: EditToolReleaseNotesProps) {
  const { form, base, takeNotes, isRemoved } = edits;
  const toast = useToast();
  const saveNote = useSaveReleaseNote();
  const refresh = useRefreshReleaseNotes();
  const notes = useWatch({ control: form.control, name: "releaseNotes" });

  async function handleAdd(note: ReleaseNote) {
    try {
      const stored = await saveNote.mutateAsync({ id: base.id, ...note });
      takeNotes(stored, (other) => other.url === note.url || !isRemoved(other));
      draft.clear();
    } catch {
      // A toast has reported the error. The typed note remains.
    }
  }

  function handleRemove(removed: ReleaseNote) {
    const rest = notes.filter((note) => note !== removed);
    form.setValue("releaseNotes", rest, { shouldDirty: true, shouldValidate: true });
    toast.info("Release Note Removed", "Press Update Tool to save the change.");
  }

  async function handleRefresh() {
    try {
      takeNotes(await refresh.refresh(base.id), () => true);
    } catch {
      // A toast has reported the error. The list is unchanged.
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
      error={firstMessage(form.formState.errors.releaseNotes)}
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

/** Saves a release note of a stored tool at once. */
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

/** Fetches release notes of a tool on the server and returns the updated tool. */
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
