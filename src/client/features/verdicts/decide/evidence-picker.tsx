import { useMemo, useRef } from "react";

import { trpc } from "#client/api/trpc.ts";
import type { FoundItem } from "#client/features/search/item-choices.tsx";
import { ItemFinder } from "#client/features/search/item-finder.tsx";
import { isolated } from "#shared/texts/escaping.ts";
import type { Tool } from "#shared/tools/tools.ts";
import { MAX_EVIDENCE } from "#shared/verdicts/rings.ts";

import { PickedEvidence, type Piece } from "./picked-evidence.tsx";

interface EvidencePickerProps {
  /** Tool to decide on. It can't be its own evidence. */
  tool: Pick<Tool, "id" | "name">;
  evidence: readonly Piece[];
  onChange: (evidence: readonly Piece[]) => void;
}

/** Finds items of all sections, like the command palette, and adds them as evidence for or against. */
export function EvidencePicker({ tool, evidence, onChange }: EvidencePickerProps) {
  const field = useRef<HTMLInputElement>(null);
  const isFull = evidence.length >= MAX_EVIDENCE;

  // The clicked item disappears, so the focus returns to the search field.
  function handleChange(next: readonly Piece[]) {
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
        without={new Set([`tool:${tool.id}`, ...evidence.map(({ ref }) => ref)])}
        suggested={{ label: `Newest about ${isolated(tool.name)}`, items: useSuggestedEvidence(tool.id) }}
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
