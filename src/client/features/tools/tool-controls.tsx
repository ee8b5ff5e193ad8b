import { Clock, List } from "lucide-react";
import { useMemo } from "react";

import { filterChoices } from "#client/features/options/option-choices.ts";
import { OptionFilter } from "#client/features/options/option-filter.tsx";
import { useToolOptions } from "#client/features/options/use-tool-options.ts";
import { Button } from "#client/ui/button.tsx";
import { SearchBox } from "#client/ui/search-box.tsx";
import type { Tool, ToolFilter } from "#shared/tools.ts";

interface ToolControlsProps {
  tools: readonly Tool[];
  filter: ToolFilter;
  onSearch: (text: string) => void;
  onFilter: (filter: Partial<ToolFilter>) => void;
}

/** The search box, both filters and the switch to recent tools. */
export function ToolControls({ tools, filter, onSearch, onFilter }: ToolControlsProps) {
  const { industries, modalities } = useToolOptions();
  const inData = useMemo(
    () => ({
      industries: new Set(tools.map(({ industry }) => industry)),
      modalities: new Set(tools.map(({ modality }) => modality)),
    }),
    [tools],
  );
  return (
    <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap">
      <SearchBox
        label="Search tools"
        placeholder="Search by name, company, capabilities..."
        value={filter.search}
        onChange={onSearch}
        className="col-span-2 md:min-w-64 md:flex-1"
      />
      <OptionFilter
        label="Industry"
        all="All Industries"
        choices={filterChoices(industries, inData.industries, filter.industry)}
        value={filter.industry}
        onChange={(industry) => onFilter({ industry })}
        className="md:w-44"
      />
      <OptionFilter
        label="Modality"
        all="All Modalities"
        choices={filterChoices(modalities, inData.modalities, filter.modality)}
        value={filter.modality}
        onChange={(modality) => onFilter({ modality })}
        className="md:w-44"
      />
      <Button
        className="col-span-2 md:w-36"
        icon={filter.isRecentOnly ? <List aria-hidden /> : <Clock aria-hidden />}
        onClick={() => onFilter({ isRecentOnly: !filter.isRecentOnly })}
      >
        {filter.isRecentOnly ? "Show All" : "Recent Only"}
      </Button>
    </div>
  );
}
