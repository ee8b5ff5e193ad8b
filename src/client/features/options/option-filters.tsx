import { useMemo } from "react";

import { Select, type SelectOption } from "#client/ui/form/select.tsx";

import { filterChoices, chosenIn } from "./option-choices.ts";
import type { OptionsStore } from "./use-custom-options.ts";

interface Classified {
  industry: string | null;
  modality: string | null;
}

interface OptionFiltersProps {
  /** Items to filter. All their values can be chosen, except those hidden in this browser. */
  items: readonly Classified[];
  /** Options in this browser. */
  options: { industries: readonly string[]; modalities: readonly string[]; store: OptionsStore };
  filter: Classified;
  onFilter: (filter: Partial<Classified>) => void;
  /** Class of each select. */
  className?: string;
}

const without = (hidden: readonly string[], values: Iterable<string | null>) =>
  [...values].filter((value) => !hidden.includes(value?.trim().toLowerCase() ?? ""));

/** Filters by industry and modality. */
export function OptionFilters(props: OptionFiltersProps) {
  const { items, options, filter, onFilter, className = "xl:w-44" } = props;
  const { hidden } = options.store;
  const inData = useMemo(
    () => ({
      industries: without(hidden.industry, new Set(items.map(({ industry }) => industry))),
      modalities: without(hidden.modality, new Set(items.map(({ modality }) => modality))),
    }),
    [items, hidden],
  );
  return (
    <>
      <OptionFilter
        label="Industry"
        all="All Industries"
        choices={filterChoices(options.industries, inData.industries, filter.industry)}
        value={filter.industry}
        onChange={(industry) => onFilter({ industry })}
        className={className}
      />
      <OptionFilter
        label="Modality"
        all="All Modalities"
        choices={filterChoices(options.modalities, inData.modalities, filter.modality)}
        value={filter.modality}
        onChange={(modality) => onFilter({ modality })}
        className={className}
      />
    </>
  );
}

interface OptionFilterProps {
  label: string;
  /** Label of the unfiltered choice, such as "All Tags". */
  all: string;
  choices: readonly SelectOption[];
  value: string | null;
  onChange: (value: string | null) => void;
  className: string;
}

export function OptionFilter({ label, all, choices, value, onChange, className }: OptionFilterProps) {
  return (
    <Select
      aria-label={label}
      className={className}
      placeholder={all}
      options={choices}
      value={chosenIn(choices, value)}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}
