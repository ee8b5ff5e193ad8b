import { X } from "lucide-react";
import { useState } from "react";

import { useCheckedForm, isFieldOf } from "#client/features/forms/checked-form.ts";
import { useDecide } from "#client/features/verdicts/use-verdicts.ts";
import { dayInMonths } from "#client/features/verdicts/verdict-words.ts";
import { labelsOf } from "#client/slices.ts";
import { IconButton } from "#client/ui/button.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { itemOfRef } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { Clearance, Ring, Stance } from "#shared/verdicts/rings.ts";
import type { Verdict } from "#shared/verdicts/verdicts.ts";

import type { DecisionFormInput } from "./decision-form-schema.ts";

/** Months until a verdict's review, by default. */
const MONTHS_OF_VALIDITY = 6;

/** Validated values of the form. */
export interface CheckedDecision {
  ring: Ring;
  reason: string;
  clearance: Clearance | null;
  lookAgainOn: string | null;
}

export const isDecisionField = isFieldOf<DecisionFormInput>({
  ring: "adopt",
  reason: "",
  clearance: "",
  lookAgainOn: "",
});

const loadSchema = async () => (await import("./decision-form-schema.ts")).decisionFormSchema;

/** State of a decision based on the verdict at the dialog's opening. */
export function useDecision(tool: Pick<Tool, "id" | "name">, latest: Verdict | null) {
  const [revision, setRevision] = useState(latest?.revision ?? 0);
  const [evidence, setEvidence] = useState<readonly Piece[]>([]);
  const decide = useDecide(tool.name);
  const form = useCheckedForm<DecisionFormInput, CheckedDecision>(loadSchema, {
    ...(latest && { ring: latest.ring }),
    reason: "",
    clearance: latest?.clearance ?? "",
    lookAgainOn: dayInMonths(MONTHS_OF_VALIDITY),
  });
  const other = latest !== null && latest.revision !== revision && !decide.isSuccess ? latest : null;

  const save = (checked: CheckedDecision) =>
    decide.mutateAsync({
      ...checked,
      toolId: tool.id,
      revision,
      evidence: evidence.map(({ ref, stance }) => ({ ref, stance })),
    });

  return {
    form,
    evidence,
    setEvidence,
    save,
    isSaving: decide.isPending,
    /** Verdict by another user since then. Saving is refused until the user chooses to replace it. */
    other,
    replaceOther: () => setRevision(latest?.revision ?? 0),
  };
}

/** Piece of evidence with its title. */
export interface Piece {
  ref: ItemRef;
  stance: Stance;
  title: string;
}

const STANCE_CHOICES = [
  { value: "for", label: "For" },
  { value: "against", label: "Against" },
] as const;

interface PickedEvidenceProps {
  evidence: readonly Piece[];
  onStance: (ref: ItemRef, stance: Stance) => void;
  onRemove: (ref: ItemRef) => void;
}

/** Selected evidence, each for or against. */
export function PickedEvidence({ evidence, onStance, onRemove }: PickedEvidenceProps) {
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
              label={`${title} speaks`}
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
