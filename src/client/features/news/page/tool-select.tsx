import { useMemo, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { Select, type SelectOption } from "#client/ui/form/select.tsx";

interface ToolSelectProps {
  /** Id of the selected tool; null for all tools. */
  chosenId: string | null;
  onChoose: (toolId: string | null) => void;
}

/**
 * Select for filtering news by tool. Thousands of options would take longer than the rest of the page. So they load
 * when the select is hovered or focused.
 */
export function ToolSelect({ chosenId, onChoose }: ToolSelectProps) {
  const [isWanted, setWanted] = useState(false);
  const want = () => setWanted(true);
  return (
    <Select
      aria-label="Tool"
      className="md:w-56"
      placeholder="All Tools"
      options={useToolChoices(chosenId, isWanted || chosenId !== null, isWanted)}
      value={chosenId ?? ""}
      onPointerEnter={want}
      onFocus={want}
      onChange={(event) => onChoose(event.target.value || null)}
    />
  );
}

const { compare } = new Intl.Collator("en");

/** Returns the tools by name, or only the selected one, even if it is unknown. */
function useToolChoices(chosenId: string | null, isEnabled: boolean, hasAll: boolean): SelectOption[] {
  const { data } = trpc.tools.names.useQuery(undefined, { enabled: isEnabled });
  return useMemo(() => {
    const choices = (data?.items ?? [])
      .filter(({ id }) => hasAll || id === chosenId)
      .map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((a, b) => compare(a.label, b.label));
    const isKnown = chosenId === null || choices.some(({ value }) => value === chosenId);
    return isKnown
      ? choices
      : [...choices, { value: chosenId, label: data ? "Deleted tool" : "Selected tool" }];
  }, [data, chosenId, hasAll]);
}
