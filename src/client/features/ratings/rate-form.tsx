import { Star } from "lucide-react";
import { type FormEvent, useId, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { focusOnce } from "#client/ui/restore-focus.ts";
import { formatStarCount, MAX_RATING_NOTE_LENGTH, MAX_STARS } from "#shared/prompts/prompt-rules.ts";
import type { PromptRatings } from "#shared/prompts/prompts.ts";

import { useRatePrompt, useRemoveRating } from "./use-ratings.ts";

const STARS = Array.from({ length: MAX_STARS }, (_, index) => index + 1);

interface RateFormProps {
  promptId: string;
  ratings: PromptRatings;
  onClose: () => void;
}

/**
 * Form for a tool, one to five stars and a sentence. It is filled with the user's own rating of the current version.
 */
export function RateForm({ promptId, ratings, onClose }: RateFormProps) {
  const { data: names } = trpc.tools.names.useQuery();
  const user = useCurrentUser();
  const rate = useRatePrompt();
  const remove = useRemoveRating();
  const [toolId, setToolId] = useState("");
  const [edited, setEdited] = useState<{ stars?: number; note?: string }>({});
  const ownRating = ratings.tools
    .find((tool) => tool.toolId === toolId)
    ?.ratings.find((rating) => rating.user.id === user?.id && rating.version === ratings.version);
  const stars = edited.stars ?? ownRating?.stars ?? 0;
  const note = edited.note ?? ownRating?.note ?? "";
  useUnsaved(edited.stars !== undefined || (edited.note ?? "") !== "");

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (toolId === "" || stars === 0 || rate.isPending) return;
    rate.mutate({ id: promptId, toolId, stars, note: note.trim() || null }, { onSuccess: onClose });
  }

  return (
    <form
      aria-label="Rate"
      onSubmit={handleSubmit}
      className="flex flex-col gap-3 rounded-control border border-line bg-canvas p-3"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          ref={focusOnce}
          aria-label="Tool"
          className="min-w-40 flex-1"
          required
          placeholder="Choose a tool"
          options={(names?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={toolId}
          onChange={(event) => setToolId(event.target.value)}
        />
        <StarsField stars={stars} onChange={(next) => setEdited({ ...edited, stars: next })} />
      </div>
      <TextInput
        aria-label="Sentence"
        placeholder="Your reason (optional)"
        maxLength={MAX_RATING_NOTE_LENGTH}
        value={note}
        onChange={(event) => setEdited({ ...edited, note: event.target.value })}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isPending={rate.isPending} pendingLabel="Saving...">
          Save Rating
        </Button>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        {ownRating && (
          <Button
            variant="ghost"
            className="ml-auto"
            isPending={remove.isPending}
            pendingLabel="Removing..."
            onClick={() => remove.mutate({ id: promptId, toolId }, { onSuccess: onClose })}
          >
            Remove Rating
          </Button>
        )}
      </div>
    </form>
  );
}

/** Field for one to five stars, as a single Tab stop. */
function StarsField({ stars, onChange }: { stars: number; onChange: (stars: number) => void }) {
  const name = useId();
  return (
    <fieldset className="flex items-center">
      <legend className="sr-only">Stars</legend>
      {STARS.map((value) => (
        <label
          key={value}
          title={formatStarCount(value)}
          className="flex size-control-small cursor-pointer items-center justify-center rounded-control hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            required
            name={name}
            aria-label={formatStarCount(value)}
            checked={value === stars}
            onChange={() => onChange(value)}
            className="sr-only"
          />
          <Star
            aria-hidden
            className={classNames(
              "size-5",
              value <= stars ? "fill-current text-accent-ink" : "text-ink-faint",
            )}
          />
        </label>
      ))}
    </fieldset>
  );
}
