import { useMemo } from "react";

import { filterChoices } from "./option-choices.ts";
import { OptionFilter } from "./option-filter.tsx";

interface Classified {
  industry: string | null;
  modality: string | null;
}

interface OptionFiltersProps {
  /** What is filtered; whatever it has can be chosen. */
  items: readonly Classified[];
  /** What this browser offers. */
  options: { industries: readonly string[]; modalities: readonly string[] };
  filter: Classified;
  onFilter: (filter: Partial<Classified>) => void;
}

/** The filters by industry and by modality. */
export function OptionFilters({ items, options, filter, onFilter }: OptionFiltersProps) {
  const inData = useMemo(
    () => ({
      industries: new Set(items.map(({ industry }) => industry)),
      modalities: new Set(items.map(({ modality }) => modality)),
    }),
    [items],
  );
  return (
    <>
      <OptionFilter
        label="Industry"
        all="All Industries"
        choices={filterChoices(options.industries, inData.industries, filter.industry)}
        value={filter.industry}
        onChange={(industry) => onFilter({ industry })}
        className="md:w-44"
      />
      <OptionFilter
        label="Modality"
        all="All Modalities"
        choices={filterChoices(options.modalities, inData.modalities, filter.modality)}
        value={filter.modality}
        onChange={(modality) => onFilter({ modality })}
        className="md:w-44"
      />
    </>
  );
}
