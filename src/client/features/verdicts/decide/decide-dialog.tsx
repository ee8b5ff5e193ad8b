import { CircleAlert, RefreshCw, X } from "lucide-react";
import { useMemo, useRef, useId } from "react";
import type { UseFormReturn } from "react-hook-form";

import { trpc } from "#client/api/trpc.ts";
import { submitForm, useFirstInvalidFocus } from "#client/features/forms/checked-form.ts";
import { FormDialog } from "#client/features/forms/form-dialog.tsx";
import { ItemNote } from "#client/features/live/item-note.tsx";
import { useIsDeleted } from "#client/features/live/open-item.tsx";
import { type FoundItem, ItemFinder } from "#client/features/search/item-finder.tsx";
import { RingChip, RingSign } from "#client/features/verdicts/ring-chip.tsx";
import { useToolVerdict } from "#client/features/verdicts/use-verdicts.ts";
import { today } from "#client/features/verdicts/verdict-words.ts";
import { labelsOf } from "#client/slices.ts";
import { Button, IconButton } from "#client/ui/button.tsx";
import { DialogClose, DialogNote } from "#client/ui/dialog/dialog-frame.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { personName } from "#shared/accounts/user-rules.ts";
import { itemOfRef } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import { isolate } from "#shared/texts/escaping.ts";
import type { Tool } from "#shared/tools/tools.ts";
import {
  MAX_EVIDENCE,
  CLEARANCE_LABELS,
  CLEARANCES,
  RING_WORDS,
  RINGS,
  type Stance,
} from "#shared/verdicts/rings.ts";
import type { Verdict } from "#shared/verdicts/verdicts.ts";

import type { DecisionFormInput } from "./decision-form-schema.ts";
import { type EvidencePiece, type CheckedDecision, isDecisionField, useDecision } from "./use-decision.ts";

interface DecideDialogProps {
  tool: Pick<Tool, "id" | "name">;
  onClose: () => void;
}

/** Dialog for deciding on a tool: its ring, the reason, the evidence, and the data it may receive. */
export function DecideDialog({ tool, onClose }: DecideDialogProps) {
  const { state, isError, retry } = useToolVerdict(tool.id);
  const title = `Verdict on ${isolate(tool.name)}`;
  if (state?.mayDecide) {
    return <DecisionForm tool={tool} title={title} latest={state.verdict} onClose={onClose} />;
  }
  return (
    <Dialog isOpen onClose={onClose} title={title} footer={<DialogClose>Close</DialogClose>}>
      {state && <p>Only admins decide here. You can still vote.</p>}
      {isError && <ErrorState text="Couldn't load the verdict." onRetry={retry} />}
      {!state && !isError && <Skeleton className="h-40" />}
    </Dialog>
  );
}

interface DecisionFormProps extends DecideDialogProps {
  title: string;
  /** Current verdict. It changes if another user decides in the meantime. */
  latest: Verdict | null;
}

function DecisionForm({ tool, title, latest, onClose }: DecisionFormProps) {
  const decision = useDecision(tool, latest);
  const { form, evidence } = decision;
  const isDeleted = useIsDeleted();
  const fields = useFirstInvalidFocus(form.formState.submitCount);

  const handleSubmit = submitForm(form, isDecisionField, async (values) => {
    await decision.save(values);
    onClose();
  });

  return (
    <FormDialog
      title={title}
      onClose={onClose}
      isDirty={form.formState.isDirty || evidence.length > 0}
      onSubmit={handleSubmit}
      submitLabel="Save Verdict"
      savingLabel="Saving..."
      isSaving={decision.isSaving}
    >
      {isDeleted && <ItemNote deletedText="This tool was deleted, so you can't decide on it." />}
      {!isDeleted && decision.other && (
        <OtherVerdict other={decision.other} onLeave={onClose} onReplace={decision.replaceOther} />
      )}
      <div ref={fields} className="flex flex-col gap-5">
        <DecisionFields form={form} />
        <EvidencePicker tool={tool} evidence={evidence} onChange={decision.setEvidence} />
      </div>
    </FormDialog>
  );
}

interface OtherVerdictProps {
  other: Verdict;
  /** Accepts the other verdict. */
  onLeave: () => void;
  onReplace: () => void;
}

/** Note that another user has decided since the dialog opened. It shows their verdict and offers both. */
function OtherVerdict({ other, onLeave, onReplace }: OtherVerdictProps) {
  const { ring, reason, decidedBy } = other;
  return (
    <DialogNote>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-warning-soft px-5 py-2 text-warning-ink md:px-6">
        <RefreshCw aria-hidden className="size-4 shrink-0" />
        <span className="min-w-48 flex-1 py-1 wrap-anywhere">
          <bdi>{decidedBy ? personName(decidedBy) : "Someone else"}</bdi> decided in the meantime:{" "}
          <RingChip ring={ring} className="align-middle" /> “{reason}”
        </span>
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={onLeave}>
            Use Their Verdict
          </Button>
          <Button size="small" onClick={onReplace}>
            Use My Verdict
          </Button>
        </span>
      </span>
    </DialogNote>
  );
}

interface EvidencePickerProps {
  /** Tool to decide on. It can't be its own evidence. */
  tool: Pick<Tool, "id" | "name">;
  evidence: readonly EvidencePiece[];
  onChange: (evidence: readonly EvidencePiece[]) => void;
}

/** Finds items of all sections, like the command palette, and adds them as evidence for or against. */
function EvidencePicker({ tool, evidence, onChange }: EvidencePickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const isFull = evidence.length >= MAX_EVIDENCE;

  // The clicked element disappears, so focus the search field.
  function handleChange(next: readonly EvidencePiece[]) {
    onChange(next);
    field.current?.focus();
  }

  return (
    <div className="flex flex-col gap-2">
      <ItemFinder
        label="Evidence"
        hint={
          isFull
            ? `At most ${MAX_EVIDENCE} pieces of evidence.`
            : "Links that support or contradict this verdict"
        }
        field={field}
        isFull={isFull}
        excluded={new Set([`tool:${tool.id}`, ...evidence.map(({ ref }) => ref)])}
        suggested={{ label: `Newest about ${isolate(tool.name)}`, items: useSuggestedEvidence(tool.id) }}
        onPick={(item) => handleChange([...evidence, { ...item, stance: "for" }])}
      />
      <PickedEvidence
        evidence={evidence}
        onStance={(ref, stance) =>
          onChange(evidence.map((piece) => (piece.ref === ref ? { ...piece, stance } : piece)))
        }
        onRemove={(ref) => handleChange(evidence.filter((piece) => piece.ref !== ref))}
      />
    </div>
  );
}

/** Returns the latest items that mention a tool or are linked to it. Empty while loading. */
function useSuggestedEvidence(toolId: string): FoundItem[] {
  const { data } = trpc.links.of.useQuery({ ref: `tool:${toolId}` });
  return useMemo(() => {
    const links = data?.groups.flatMap((group) => group.links) ?? [];
    const latest = links.toSorted((a, b) => b.other.at.localeCompare(a.other.at));
    const byRef = new Map(latest.map(({ other: { ref, title } }) => [ref, { ref, title }]));
    return [...byRef.values()];
  }, [data]);
}

type DecisionFormState = UseFormReturn<DecisionFormInput, unknown, CheckedDecision>;

const CLEARANCE_CHOICES = CLEARANCES.map((value) => ({ value, label: CLEARANCE_LABELS[value] }));

/** Fields of a decision: ring, reason, allowed data, and review date. */
function DecisionFields({ form }: { form: DecisionFormState }) {
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

function RingChoice({ form }: { form: DecisionFormState }) {
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

const STANCE_CHOICES = [
  { value: "for", label: "For" },
  { value: "against", label: "Against" },
] as const;

interface PickedEvidenceProps {
  evidence: readonly EvidencePiece[];
  onStance: (ref: ItemRef, stance: Stance) => void;
  onRemove: (ref: ItemRef) => void;
}

/** Selected evidence, each for or against. */
function PickedEvidence({ evidence, onStance, onRemove }: PickedEvidenceProps) {
  if (evidence.length === 0) return null;
  return (
    <ul aria-label="Chosen evidence" className="flex flex-col gap-1.5">
      {evidence.map(({ ref, stance, title }) => {
        const { Icon } = labelsOf(itemOfRef(ref).kind);
        return (
          <li key={ref} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <span className="min-w-40 flex-1 truncate" title={title}>
              {title}
            </span>
            <ChoiceBar
              label={`For or against: ${title}`}
              choices={STANCE_CHOICES}
              chosen={stance}
              onChange={(next) => onStance(ref, next)}
            />
            <IconButton label={`Remove ${title}`} size="small" onClick={() => onRemove(ref)}>
              <X aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
