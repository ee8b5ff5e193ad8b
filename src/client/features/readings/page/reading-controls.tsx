import { useMemo } from "react";

import { OptionFilter } from "#client/features/options/option-filter.tsx";
import { SearchBox } from "#client/ui/form/search-box.tsx";
import { type ReadingFilter, topicsOf } from "#shared/readings/reading-filter.ts";
import type { Reading } from "#shared/readings/readings.ts";

interface ReadingControlsProps {
  readings: readonly Reading[];
  filter: ReadingFilter;
  onSearch: (text: string) => void;
  onFilter: (filter: Partial<ReadingFilter>) => void;
}

/** Search box and topic filter. */
export function ReadingControls({ readings, filter, onSearch, onFilter }: ReadingControlsProps) {
  const { topic } = filter;
  const topics = useMemo(
    // A topic from a link remains a choice, even if no reading has it.
    () => topicsOf([...readings, { topic }]).map((value) => ({ value, label: value })),
    [readings, topic],
  );
  return (
    <div className="grid gap-2 md:flex print:hidden">
      <SearchBox
        label="Search readings"
        placeholder="Search by title, author, topic, notes, tags..."
        value={filter.search}
        onChange={onSearch}
        className="md:flex-1"
      />
      <OptionFilter
        label="Topic"
        all="All Topics"
        choices={topics}
        value={topic}
        onChange={(next) => onFilter({ topic: next })}
        className="md:w-56"
      />
    </div>
  );
}
