import { useState } from "react";

import { useCheckedForm, isFieldOf } from "#client/features/forms/checked-form.ts";
import { useDecide } from "#client/features/verdicts/use-verdicts.ts";
import { dateInMonths } from "#client/features/verdicts/verdict-words.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import type { Tool } from "#shared/tools/tools.ts";
import type { Clearance, Ring, Stance } from "#shared/verdicts/rings.ts";
import type { Verdict } from "#shared/verdicts/verdicts.ts";

import type { DecisionFormInput } from "./decision-form-schema.ts";

/** Default number of months until a verdict's review. */
const REVIEW_AFTER_MONTHS = 6;

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

/** State of a decision. It is based on the verdict as of the dialog's opening. */
export function useDecision(tool: Pick<Tool, "id" | "name">, latest: Verdict | null) {
  const [revision, setRevision] = useState(latest?.revision ?? 0);
  const [evidence, setEvidence] = useState<readonly EvidencePiece[]>([]);
  const decide = useDecide(tool.name);
  const form = useCheckedForm<DecisionFormInput, CheckedDecision>(loadSchema, {
    ...(latest && { ring: latest.ring }),
    reason: "",
    clearance: latest?.clearance ?? "",
    lookAgainOn: dateInMonths(REVIEW_AFTER_MONTHS),
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
    /**
     * Verdict that another user has saved since then. The server refuses to save until the user chooses to replace it.
     */
    other,
    replaceOther: () => setRevision(latest?.revision ?? 0),
  };
}

/** Piece of evidence with its title. */
export interface EvidencePiece {
  ref: ItemRef;
  stance: Stance;
  title: string;
}
