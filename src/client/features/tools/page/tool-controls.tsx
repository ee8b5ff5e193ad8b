import { Clock, Grid3x3, List, Radar, Rows3 } from "lucide-react";

import { OptionFilter, OptionFilters } from "#client/features/options/option-controls.tsx";
import { useToolOptions } from "#client/features/options/use-custom-options.ts";
import { Button } from "#client/ui/button.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import type { Tool } from "#shared/tools/tools.ts";
import { NO_VERDICT, RING_WORDS, RINGS, type VerdictFilter } from "#shared/verdicts/rings.ts";

import type { Layout, ToolsFilter } from "./tools-view.ts";

interface ToolFiltersProps {
  tools: readonly Tool[];
  filter: ToolsFilter;
  onFilter: (filter: Partial<ToolsFilter>) => void;
}

const VERDICT_CHOICES: readonly { value: VerdictFilter; label: string }[] = [
  ...RINGS.map((ring) => ({ value: ring, label: RING_WORDS[ring].label })),
  { value: NO_VERDICT, label: "No verdict yet" },
];

/** Filters of the list, including the switch for recent tools. */
export function ToolFilters({ tools, filter, onFilter }: ToolFiltersProps) {
  const options = useToolOptions();
  return (
    <>
      <OptionFilters
        items={tools}
        options={options}
        filter={filter}
        onFilter={onFilter}
        className="xl:w-44"
      />
      <OptionFilter
        label="Verdict"
        all="All Verdicts"
        choices={VERDICT_CHOICES}
        value={filter.verdict}
        onChange={(chosen) =>
          onFilter({ verdict: VERDICT_CHOICES.find(({ value }) => value === chosen)?.value ?? null })
        }
        className="xl:w-40"
      />
      <Button
        className="xl:w-36"
        icon={filter.isRecentOnly ? <List aria-hidden /> : <Clock aria-hidden />}
        onClick={() => onFilter({ isRecentOnly: !filter.isRecentOnly })}
      >
        {filter.isRecentOnly ? "Show All" : "Recent Only"}
      </Button>
    </>
  );
}

const LAYOUTS = [
  { value: "table", label: "Table", icon: <Rows3 aria-hidden className="size-4" /> },
  { value: "landscape", label: "Landscape", icon: <Grid3x3 aria-hidden className="size-4" /> },
  { value: "radar", label: "Radar", icon: <Radar aria-hidden className="size-4" /> },
] as const;

interface LayoutSwitchProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
}

/** Switch between the views of the tools. */
export function LayoutSwitch({ layout, onChange }: LayoutSwitchProps) {
  return <ChoiceBar label="View" choices={LAYOUTS} chosen={layout} onChange={onChange} />;
}

/** Returns menu entries for the views of the tools. */
export const layoutEntries = ({ layout, onChange }: LayoutSwitchProps) =>
  LAYOUTS.map(({ value, label, icon }) => ({
    label,
    icon,
    isChosen: value === layout,
    onSelect: () => onChange(value),
  }));
