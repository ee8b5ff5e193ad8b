import { useMemo } from "react";

import { type SelectOption, Select } from "#client/ui/form/select.tsx";
import { optionLabel } from "#shared/kernel/text-rules.ts";

import type { OptionsStore } from "./use-custom-options.ts";

interface Classified {
  industry: string | null;
  modality: string | null;
}

interface OptionFiltersProps {
  /** Items to filter. All their values can be chosen, except options hidden in this browser. */
  items: readonly Classified[];
  /** Options of this browser. */
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
  const dataValues = useMemo(
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
        choices={filterChoices(options.industries, dataValues.industries, filter.industry)}
        value={filter.industry}
        onChange={(industry) => onFilter({ industry })}
        className={className}
      />
      <OptionFilter
        label="Modality"
        all="All Modalities"
        choices={filterChoices(options.modalities, dataValues.modalities, filter.modality)}
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
      value={findChoice(choices, value)}
      onChange={(event) => onChange(event.target.value || null)}
    />
  );
}

/** Returns the choices of a filter: the options, other values in the data, and the value in the URL. */
export function filterChoices(
  options: readonly string[],
  present: Iterable<string | null>,
  chosen: string | null,
): SelectOption[] {
  const values = new Map<string, string>();
  for (const value of [...options, ...present, chosen]) {
    const key = value?.trim().toLowerCase() ?? "";
    if (value !== null && key !== "" && !values.has(key)) values.set(key, value);
  }
  return byLabel(values.values());
}

/** Returns the value of the choice that equals the filter, ignoring case. */
const findChoice = (choices: readonly SelectOption[], value: string | null): string =>
  choices.find((choice) => choice.value.toLowerCase() === value?.toLowerCase())?.value ?? "";

/**
 * Returns the choices of a form: the options and the form's values. A value replaces an option that differs only in
 * case.
 */
export function formChoices(options: readonly string[], held: readonly string[]): SelectOption[] {
  const values = new Map(options.map((value) => [value.toLowerCase(), value]));
  for (const value of held) if (value !== "") values.set(value.toLowerCase(), value);
  return byLabel(values.values());
}

const byLabel = (values: Iterable<string>): SelectOption[] =>
  [...values]
    .map((value) => ({ value, label: optionLabel(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label, "en-US"));
