import { Clock, Grid3x3, List, Radar, Rows3 } from "lucide-react";

import { OptionFilter } from "#client/features/options/option-filter.tsx";
import { OptionFilters } from "#client/features/options/option-filters.tsx";
import { useToolOptions } from "#client/features/options/use-item-options.ts";
import { Button } from "#client/ui/button.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { SearchBox } from "#client/ui/form/search-box.tsx";
import type { Tool } from "#shared/tools/tools.ts";
import { NO_VERDICT, RING_WORDS, RINGS, type VerdictFilter } from "#shared/verdicts/rings.ts";

import type { Layout, ToolsFilter } from "./tools-view-url.ts";

interface ToolControlsProps {
  tools: readonly Tool[];
  filter: ToolsFilter;
  onSearch: (text: string) => void;
  onFilter: (filter: Partial<ToolsFilter>) => void;
}

const VERDICT_CHOICES: readonly { value: VerdictFilter; label: string }[] = [
  ...RINGS.map((ring) => ({ value: ring, label: RING_WORDS[ring].label })),
  { value: NO_VERDICT, label: "No verdict yet" },
];

/** Search box, filters, and the switch for recent tools. */
export function ToolControls({ tools, filter, onSearch, onFilter }: ToolControlsProps) {
  const options = useToolOptions();
  return (
    <div className="grid grid-cols-2 gap-2 lg:grid-cols-4 xl:flex print:hidden">
      <SearchBox
        label="Search tools"
        placeholder="Search by name, company, capabilities..."
        value={filter.search}
        onChange={onSearch}
        className="col-span-2 lg:col-span-4 xl:min-w-64 xl:flex-1"
      />
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
    </div>
  );
}

const ICON = "size-4 max-md:hidden";
const LAYOUTS = [
  { value: "table", label: "Table", icon: <Rows3 aria-hidden className={ICON} /> },
  { value: "landscape", label: "Landscape", icon: <Grid3x3 aria-hidden className={ICON} /> },
  { value: "radar", label: "Radar", icon: <Radar aria-hidden className={ICON} /> },
] as const;

interface LayoutSwitchProps {
  layout: Layout;
  onChange: (layout: Layout) => void;
}

/** Switch between table and landscape. */
export function LayoutSwitch({ layout, onChange }: LayoutSwitchProps) {
  return <ChoiceBar label="View" choices={LAYOUTS} chosen={layout} onChange={onChange} />;
}
