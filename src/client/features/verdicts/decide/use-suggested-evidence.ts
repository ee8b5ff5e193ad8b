import { useMemo } from "react";

import { trpc } from "#client/api/trpc.ts";
import type { FoundItem } from "#client/features/search/item-choices.tsx";

/** Returns the latest items that mention a tool or are linked to it. Empty while loading. */
export function useSuggestedEvidence(toolId: string): FoundItem[] {
  const { data } = trpc.links.of.useQuery({ ref: `tool:${toolId}` });
  return useMemo(() => {
    const links = data?.groups.flatMap((group) => group.links) ?? [];
    const latest = links.toSorted((a, b) => b.other.at.localeCompare(a.other.at));
    const byRef = new Map(latest.map(({ other: { ref, title } }) => [ref, { ref, title }]));
    return [...byRef.values()];
  }, [data]);
}
