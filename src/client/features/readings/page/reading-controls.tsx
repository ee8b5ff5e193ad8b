import { useMemo } from "react";

import { OptionFilter } from "#client/features/options/option-filter.tsx";
import { type ReadingFilter, topicsOf } from "#shared/readings/reading-filter.ts";
import type { Reading } from "#shared/readings/readings.ts";

interface TopicFilterProps {
  readings: readonly Reading[];
  filter: ReadingFilter;
  onFilter: (filter: Partial<ReadingFilter>) => void;
}

/** Filter by topic. */
export function TopicFilter({ readings, filter, onFilter }: TopicFilterProps) {
  const { topic } = filter;
  const topics = useMemo(
    // A topic from a link remains a choice, even if no reading has it.
    () => topicsOf([...readings, { topic }]).map((value) => ({ value, label: value })),
    [readings, topic],
  );
  return (
    <OptionFilter
      label="Topic"
      all="All Topics"
      choices={topics}
      value={topic}
      onChange={(next) => onFilter({ topic: next })}
      className="md:w-56"
    />
  );
}
