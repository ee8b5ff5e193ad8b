import { X } from "lucide-react";

import { type FoundItem, ItemFinder } from "#client/features/search/item-finder.tsx";
import { KINDS } from "#client/features/search/kinds.ts";
import { ChoiceBar } from "#client/ui/choice-bar.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import { itemOfRef } from "#shared/item-address.ts";
import type { ItemRef } from "#shared/items.ts";
import type { Stance } from "#shared/rings.ts";

/** One piece of evidence. */
export interface PickedEvidence extends FoundItem {
  stance: Stance;
}

/** As many as the server takes. */
const MAX_PICKED = 20;

interface EvidencePickerProps {
  /** The tool itself is no evidence. */
  toolId: string;
  evidence: readonly PickedEvidence[];
  onChange: (evidence: readonly PickedEvidence[]) => void;
}

/** Finds things of all sections, and keeps those that speak for or against. */
export function EvidencePicker({ toolId, evidence, onChange }: EvidencePickerProps) {
  const isFull = evidence.length >= MAX_PICKED;
  return (
    <div className="flex flex-col gap-2">
      <ItemFinder
        label="Evidence"
        hint={isFull ? `At most ${MAX_PICKED} pieces of evidence.` : "What speaks for it or against it."}
        isDisabled={isFull}
        without={new Set([`tool:${toolId}`, ...evidence.map(({ ref }) => ref)])}
        onPick={(item) => onChange([...evidence, { ...item, stance: "for" }])}
      />
      {evidence.length > 0 && <Picked evidence={evidence} onChange={onChange} />}
    </div>
  );
}

const STANCE_CHOICES = [
  { value: "for", label: "For" },
  { value: "against", label: "Against" },
] as const;

function Picked({ evidence, onChange }: Pick<EvidencePickerProps, "evidence" | "onChange">) {
  const setStance = (ref: ItemRef, stance: Stance) =>
    onChange(evidence.map((piece) => (piece.ref === ref ? { ...piece, stance } : piece)));
  return (
    <ul aria-label="Chosen evidence" className="flex flex-col gap-1.5">
      {evidence.map(({ ref, stance, title }) => {
        const { Icon } = KINDS[itemOfRef(ref).kind];
        return (
          <li key={ref} className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <Icon aria-hidden className="size-4 shrink-0 text-ink-faint" />
            <span className="min-w-24 flex-1 truncate" title={title}>
              {title}
            </span>
            <ChoiceBar
              label={`${title} speaks`}
              choices={STANCE_CHOICES}
              chosen={stance}
              onChange={(next) => setStance(ref, next)}
            />
            <IconButton
              label={`Remove ${title}`}
              size="small"
              onClick={() => onChange(evidence.filter((piece) => piece.ref !== ref))}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}
