import { useMemo } from "react";

import { trpc } from "#client/api/trpc.ts";
import type { SelectOption } from "#client/ui/select.tsx";

/** The tools that news can be filtered by, by name; the chosen one also when it is not known. */
export function useToolChoices(chosenId: string | null): SelectOption[] {
  const { data } = trpc.tools.list.useQuery({});
  return useMemo(() => {
    const choices = (data?.items ?? [])
      .map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((a, b) => a.label.localeCompare(b.label, "en"));
    const isKnown = chosenId === null || choices.some(({ value }) => value === chosenId);
    return isKnown
      ? choices
      : [...choices, { value: chosenId, label: data ? "A tool that is gone" : "One tool" }];
  }, [data, chosenId]);
}
