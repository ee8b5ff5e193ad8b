import { CircleAlert } from "lucide-react";
import { useId } from "react";
import type { UseFormReturn } from "react-hook-form";

import { RingSign } from "#client/features/verdicts/ring-chip.tsx";
import { today } from "#client/features/verdicts/verdict-words.ts";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { CLEARANCE_LABELS, CLEARANCES, RING_WORDS, RINGS } from "#shared/verdicts/rings.ts";

import type { DecisionFormInput } from "./decision-form-schema.ts";
import type { CheckedDecision } from "./use-decision.ts";

type DecisionForm = UseFormReturn<DecisionFormInput, unknown, CheckedDecision>;

const CLEARANCE_CHOICES = CLEARANCES.map((value) => ({ value, label: CLEARANCE_LABELS[value] }));

/** Fields of a decision: ring, reason, allowed data, and review date. */
export function DecisionFields({ form }: { form: DecisionForm }) {
  const { errors } = form.formState;
  return (
    <>
      <RingChoice form={form} />
      <Field label="Why, in one sentence" isRequired error={errors.reason?.message}>
        <TextInput
          {...form.register("reason")}
          placeholder="Beats our old transcripts by far."
          autoComplete="off"
        />
      </Field>
      <div className="grid gap-5 md:grid-cols-2">
        <Field label="Allowed data" error={errors.clearance?.message}>
          <Select {...form.register("clearance")} placeholder="Not decided" options={CLEARANCE_CHOICES} />
        </Field>
        <Field label="Review on" error={errors.lookAgainOn?.message}>
          <TextInput {...form.register("lookAgainOn")} type="date" min={today()} />
        </Field>
      </div>
    </>
  );
}

function RingChoice({ form }: { form: DecisionForm }) {
  const message = form.formState.errors.ring?.message;
  const errorId = useId();
  return (
    <fieldset
      role="radiogroup"
      aria-required
      aria-invalid={message !== undefined}
      aria-describedby={message === undefined ? undefined : errorId}
    >
      <legend className="mb-1.5 text-sm font-medium text-ink">
        Ring <span className="text-danger-ink">*</span>
      </legend>
      <div className="grid gap-2 md:grid-cols-2">
        {RINGS.map((ring) => (
          <label
            key={ring}
            className="flex min-h-control cursor-pointer items-start gap-2.5 rounded-control border border-line-strong bg-surface px-3 py-2 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              {...form.register("ring")}
              type="radio"
              value={ring}
              className="mt-1 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="flex items-center gap-1.5 font-medium">
                <RingSign ring={ring} />
                {RING_WORDS[ring].label}
              </span>
              <span className="block text-xs text-ink-muted">{RING_WORDS[ring].sentence}</span>
            </span>
          </label>
        ))}
      </div>
      {message !== undefined && (
        <p id={errorId} className="mt-1.5 flex items-start gap-1.5 text-xs text-danger-ink">
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {message}
        </p>
      )}
    </fieldset>
  );
}
