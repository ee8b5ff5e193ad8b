import { Plus, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState, useId, useRef } from "react";

import { Button, IconButton } from "#client/ui/button.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { AddressInput } from "#client/ui/form/text-inputs.tsx";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";

interface Draft {
  date: string;
  url: string;
}
const EMPTY_DRAFT: Draft = { date: "", url: "" };
const NO_ERRORS: Partial<Draft> = {};

/** Manages a typed release note that isn't in the list yet. */
export function useReleaseNoteDraft() {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const [errors, setErrors] = useState(NO_ERRORS);

  /** Returns the note if it is valid. Otherwise its fields show errors. */
  async function check(): Promise<ReleaseNote | null> {
    const { releaseNoteSchema } = await import("#shared/tools/release-notes.ts");
    const checked = releaseNoteSchema.safeParse(draft);
    const findMessage = (field: keyof Draft) =>
      checked.error?.issues.find(({ path }) => path[0] === field)?.message;
    setErrors({ date: findMessage("date"), url: findMessage("url") });
    return checked.data ?? null;
  }

  return {
    ...draft,
    errors,
    isEmpty: draft.date.trim() === "" && draft.url.trim() === "",
    isFilled: draft.date.trim() !== "" && draft.url.trim() !== "",
    check,
    change: (part: Partial<Draft>) => {
      setDraft((now) => ({ ...now, ...part }));
      setErrors(NO_ERRORS);
    },
    /** Clears the fields, unless they changed since the draft was checked. */
    clear: () => {
      setDraft((now) => (now === draft ? EMPTY_DRAFT : now));
      setErrors(NO_ERRORS);
    },
  };
}

export type ReleaseNoteDraft = ReturnType<typeof useReleaseNoteDraft>;

interface ReleaseNotesEditorProps {
  title: string;
  notes: readonly ReleaseNote[];
  draft: ReleaseNoteDraft;
  /** Called with a valid note. */
  onAdd: (note: ReleaseNote) => void;
  onRemove: (note: ReleaseNote) => void;
  isAdding?: boolean;
  error?: string | undefined;
  /** Control to the right of the title, such as Refresh. */
  action?: ReactNode;
}

/** List of release notes, newest first, with fields to add one. */
export function ReleaseNotesEditor({
  title,
  notes,
  draft,
  onAdd,
  onRemove,
  isAdding = false,
  error,
  action,
}: ReleaseNotesEditorProps) {
  const titleId = useId();

  const isChecking = useRef(false);

  async function handleAdd() {
    if (isAdding || isChecking.current || !draft.isFilled) return;
    isChecking.current = true;
    const note = await draft.check();
    isChecking.current = false;
    if (note) onAdd(note);
  }

  function handleKeyDown(event: KeyboardEvent) {
    // Enter adds the note instead of submitting the form. The form is submitted by its button, or by Ctrl or Cmd plus
    // Enter.
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    void handleAdd();
  }

  return (
    <section aria-labelledby={titleId} className="rounded-card border border-line p-4">
      <div className="flex min-h-control-small items-center justify-between gap-2">
        <h3 id={titleId} className="text-sm font-medium text-ink">
          {title}
        </h3>
        {action}
      </div>
      {notes.length === 0 ? (
        <p className="mt-1 text-sm text-ink-faint">No release notes yet.</p>
      ) : (
        <ul className="mt-2 max-h-60 divide-y divide-line overflow-y-auto border-y border-line">
          {notes.map((note) => (
            <ReleaseNoteRow key={`${note.date} ${note.url}`} note={note} onRemove={() => onRemove(note)} />
          ))}
        </ul>
      )}
      {error && <p className="mt-2 text-xs text-danger-ink">{error}</p>}
      <div className="mt-3 grid grid-cols-1 items-start gap-3 md:grid-cols-[10rem_minmax(0,1fr)_auto]">
        <Field label="Date" error={draft.errors.date}>
          <TextInput
            value={draft.date}
            placeholder="2024-01-15"
            autoComplete="off"
            onChange={(event) => draft.change({ date: event.target.value })}
            onKeyDown={handleKeyDown}
          />
        </Field>
        <Field label="Release note URL" error={draft.errors.url}>
          <AddressInput
            value={draft.url}
            placeholder="https://example.com/release-notes"
            onChange={(url) => draft.change({ url })}
            onKeyDown={handleKeyDown}
          />
        </Field>
        <Button
          className="md:mt-6.5"
          icon={<Plus aria-hidden />}
          disabled={!draft.isFilled}
          isPending={isAdding}
          pendingLabel="Adding..."
          aria-label="Add release note"
          onClick={() => void handleAdd()}
        >
          Add
        </Button>
      </div>
    </section>
  );
}

function ReleaseNoteRow({ note, onRemove }: { note: ReleaseNote; onRemove: () => void }) {
  return (
    <li className="flex items-center gap-3 py-1">
      <span title={note.date} className="w-24 shrink-0 truncate text-sm text-ink-muted tabular-nums">
        {note.date}
      </span>
      <a
        href={note.url}
        target="_blank"
        rel="noopener noreferrer"
        className="min-w-0 flex-1 truncate text-sm text-accent-ink hover:underline"
      >
        {note.url.replace(/^https?:\/\/(www\.)?/u, "")}
      </a>
      <IconButton label={`Remove release note of ${note.date}`} size="small" onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  );
}
