import { useMemo } from "react";

import { trpc } from "#client/api/trpc.ts";
import { itemOfRef } from "#shared/item-address.ts";

import type { EvidenceChoice } from "./evidence-choices.tsx";

/** The latest things that name a tool or that people have linked to it; none until they are known. */
export function useSuggestedEvidence(toolId: string): EvidenceChoice[] {
  const { data } = trpc.links.of.useQuery({ ref: `tool:${toolId}` });
  return useMemo(() => {
    const links = data?.groups.flatMap((group) => group.links) ?? [];
    const latest = links.toSorted((a, b) => b.other.at.localeCompare(a.other.at));
    const byRef = new Map(
      latest.map(({ other: { ref, title } }) => [ref, { ref, title, kind: itemOfRef(ref).kind }]),
    );
    return [...byRef.values()];
  }, [data]);
}
