import { MessageSquarePlus } from "lucide-react";
import { type FormEvent, useState } from "react";

import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { MAX_REASON_LENGTH, type Ring, RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";
import type { ToolVerdict } from "#shared/verdicts/verdicts.ts";

import { RingSign } from "./ring-chip.tsx";
import { useVote } from "./use-verdicts.ts";
import { describeLeaning } from "./verdict-words.ts";

/** Ref callback that focuses a control which the user has opened. */
const focusControl = (control: HTMLElement | null) => control?.focus();

interface VotesProps {
  toolId: string;
  state: ToolVerdict;
  onDecide: () => void;
}

/** Votes on a tool. They never decide. If most differ from the verdict, a new decision is suggested. */
export function Votes({ toolId, state, onDecide }: VotesProps) {
  const { votes, tally, ownRing, leansTo, mayDecide } = state;
  const user = useCurrentUser();
  const vote = useVote();
  const isDeleted = useIsDeleted();
  const ownVote = votes.find((each) => each.user.id === user?.id);
  const notes = votes.filter(({ note }) => note !== null);

  // Clicking the user's own vote removes it.
  function handleVote(ring: Ring) {
    if (!vote.isPending)
      vote.mutate({ toolId, ring: ring === ownRing ? null : ring, note: ownVote?.note ?? null });
  }

  return (
    <div className="flex flex-col gap-2 border-t border-line pt-3">
      <fieldset className="flex flex-wrap items-center gap-1.5 @max-md:gap-1">
        <legend className="float-left mr-1 py-1 text-sm font-medium @max-md:w-full">
          What do you think?
        </legend>
        {RINGS.map((ring) => (
          <button
            key={ring}
            type="button"
            aria-pressed={ring === ownRing}
            disabled={isDeleted}
            // Not `disabled`, because the button would lose the keyboard focus.
            aria-disabled={vote.isPending || undefined}
            title={RING_WORDS[ring].sentence}
            onClick={() => handleVote(ring)}
            className={classNames(
              "inline-flex h-control-small items-center justify-center gap-1.5 rounded-control border px-2 text-xs font-medium tabular-nums @max-md:flex-auto",
              ring === ownRing
                ? "border-accent bg-accent-soft text-accent-ink"
                : "border-line-strong bg-surface text-ink-muted hover:bg-sunken hover:text-ink",
            )}
          >
            <RingSign ring={ring} />
            {RING_WORDS[ring].label} {tally[ring]}
          </button>
        ))}
      </fieldset>
      {ownVote && <OwnNote key={toolId} toolId={toolId} ring={ownVote.ring} note={ownVote.note} />}
      {notes.length > 0 && (
        <ul aria-label="Votes" className="flex flex-col gap-1 text-xs text-ink-muted">
          {notes.map(({ user: by, ring, note }) => (
            <li key={by.id} className="wrap-anywhere">
              <bdi className="font-medium">{personName(by)}</bdi> · {RING_WORDS[ring].label}: “{note}”
            </li>
          ))}
        </ul>
      )}
      {leansTo && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          {describeLeaning(leansTo, state)}
          {mayDecide && (
            <button
              type="button"
              disabled={isDeleted}
              onClick={onDecide}
              className="font-medium text-accent-ink underline disabled:opacity-50 max-md:min-h-11"
            >
              Decide
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** Optional note on the user's vote. */
function OwnNote({ toolId, ring, note }: { toolId: string; ring: Ring; note: string | null }) {
  const vote = useVote();
  /** Text being edited; null if closed. */
  const [text, setText] = useState<string | null>(null);
  const [wasOpen, setWasOpen] = useState(false);
  useUnsaved(text !== null && text !== (note ?? ""));

  function open() {
    setWasOpen(true);
    setText(note ?? "");
  }
  const close = () => setText(null);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    vote.mutate({ toolId, ring, note: text?.trim() || null }, { onSuccess: close });
  }

  if (text === null) {
    return (
      <Button
        // After editing, the focus returns to this button.
        ref={wasOpen ? focusControl : undefined}
        size="small"
        variant="ghost"
        className="self-start"
        icon={<MessageSquarePlus aria-hidden />}
        onClick={open}
      >
        {note === null ? "Add a Reason" : "Change Your Reason"}
      </Button>
    );
  }
  return (
    <form onSubmit={handleSubmit} className="flex flex-wrap gap-2">
      <TextInput
        ref={focusControl}
        aria-label="Your reason"
        placeholder="In one sentence"
        className="min-w-40 flex-1"
        maxLength={MAX_REASON_LENGTH}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" isPending={vote.isPending} pendingLabel="Saving...">
        Save
      </Button>
      <Button variant="ghost" onClick={close}>
        Cancel
      </Button>
    </form>
  );
}
