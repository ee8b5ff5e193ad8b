import { X } from "lucide-react";

import { labelsOf } from "#client/slices.ts";
import { IconButton } from "#client/ui/button.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { itemOfRef } from "#shared/kernel/item-address.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import type { Stance } from "#shared/verdicts/rings.ts";

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
