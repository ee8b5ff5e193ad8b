import { useState, useEffect } from "react";
import { useWatch } from "react-hook-form";
import { Link } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { firstErrorMessage, submitForm, useCheckedForm } from "#client/features/forms/checked-form.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { useAliasDraft } from "#client/features/links/aliases/alias-field.tsx";
import { useAddTool } from "#client/features/tools/use-tools.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { focusRowOnceShown } from "#client/ui/list/awaited-row.ts";
import { itemAddress } from "#shared/kernel/item-address.ts";
import { addReleaseNote } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";
import type { SimilarTool } from "#shared/tools/tools.ts";

import { ReleaseNotesEditor, useReleaseNoteDraft } from "./release-notes-editor.tsx";
import { ToolFormFields } from "./tool-form-fields.tsx";
import { type ToolForm, EMPTY_TOOL_FORM, isToolFormField, loadToolFormSchema } from "./tool-form.ts";

/**
 * Dialog with the form for a new tool. As the specification requires, Cancel and the backdrop discard the text without
 * asking.
 */
export function AddToolDialog({ onClose }: { onClose: () => void }) {
  const form = useCheckedForm(loadToolFormSchema, EMPTY_TOOL_FORM);
  const aliases = useAliasDraft(null);
  const draft = useReleaseNoteDraft();
  const [isUploading, setUploading] = useState(false);
  const addTool = useAddTool();
  const toast = useToast();
  const notes = useWatch({ control: form.control, name: "releaseNotes" });

  const setNotes = (next: ReleaseNote[]) => form.setValue("releaseNotes", next, { shouldValidate: true });

  function handleAddNote(note: ReleaseNote) {
    setNotes(addReleaseNote(notes, note));
    draft.clear();
  }

  function handleClose() {
    form.reset();
    aliases.clear();
    draft.clear();
    onClose();
  }

  const handleSubmit = submitForm(form, isToolFormField, async (tool) => {
    const typed = draft.isEmpty ? undefined : await draft.check();
    if (typed === null || !aliases.check()) return;
    const releaseNotes = typed ? addReleaseNote(tool.releaseNotes, typed) : tool.releaseNotes;
    const { id } = await addTool.mutateAsync({ ...tool, releaseNotes });
    const refusal = await aliases.save(id);
    // The tool was saved, so submitting again would add a duplicate.
    if (refusal !== null) toast.failure("Some other names weren't saved", refusal);
    handleClose();
    focusRowOnceShown(id);
  });

  return (
    <FormDialog
      onClose={handleClose}
      title="Add New AI Tool"
      isDirty={form.formState.isDirty || !draft.isEmpty || aliases.isDirty}
      discardsOnCancel
      onSubmit={handleSubmit}
      submitLabel="Add Tool"
      savingLabel="Adding..."
      isSaving={addTool.isPending || aliases.isSaving}
      isUploading={isUploading}
    >
      <ToolFormFields
        form={form}
        hasAutofill
        nameHint={<SimilarToolsNote form={form} />}
        onUploading={setUploading}
        aliases={aliases}
        releaseNotes={
          <ReleaseNotesEditor
            title="Manual Release Notes"
            notes={notes}
            draft={draft}
            onAdd={handleAddNote}
            onRemove={(removed) => setNotes(notes.filter((note) => note !== removed))}
            error={firstErrorMessage(form.formState.errors.releaseNotes)}
          />
        }
      />
    </FormDialog>
  );
}

/** Delay in ms before typing starts a search of the catalogue. */
const TYPING_DELAY_MS = 300;
const NO_TOOLS: readonly SimilarTool[] = [];

interface Typed {
  name: string;
  company: string;
  url: string;
}

/** Returns existing tools that match the typed text, after a pause in typing. Empty until the reply arrives. */
function useSimilarTools({ name, company, url }: Typed): readonly SimilarTool[] {
  const [paused, setPaused] = useState<Typed>({ name: "", company: "", url: "" });
  useEffect(() => {
    const timer = setTimeout(() => setPaused({ name, company, url }), TYPING_DELAY_MS);
    return () => clearTimeout(timer);
  }, [name, company, url]);
  const isTyped = paused.name.trim() !== "" || paused.url.trim() !== "";
  const { data } = trpc.tools.similar.useQuery(paused, { enabled: isTyped, staleTime: 0, retry: false });
  const isOutdated = paused.name !== name || paused.company !== company || paused.url !== url;
  return isTyped && !isOutdated && data ? data : NO_TOOLS;
}

/** List of existing tools with the typed name or URL. Each link opens in a new tab. */
function SimilarToolsNote({ form }: { form: ToolForm }) {
  const [name, company, url] = useWatch({ control: form.control, name: ["name", "company", "url"] });
  const similar = useSimilarTools({ name, company: company ?? "", url: url ?? "" });
  return (
    // Not an <output>, because resetting its form would replace its content.
    <div aria-live="polite" className="grid gap-1 text-warning-ink empty:hidden">
      {similar.map((tool) => (
        <span key={tool.id}>
          <SimilarToolName tool={tool} /> <span>is already in the AI Stack.</span>{" "}
          <Link
            to={itemAddress({ kind: "tool", id: tool.id })}
            target="_blank"
            aria-label={`Open ${tool.name} in a new tab`}
            className="rounded-chip font-medium underline underline-offset-2"
          >
            Open it
          </Link>
        </span>
      ))}
    </div>
  );
}

const SimilarToolName = ({ tool: { name, company } }: { tool: SimilarTool }) => (
  <>
    <bdi className="font-medium">{name}</bdi>
    {company !== null && (
      <span>
        {" "}
        by <bdi>{company}</bdi>
      </span>
    )}
  </>
);
