import { DayInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import type { PaperStats } from "#shared/papers/papers.ts";

import type { PapersFilter } from "./papers-view-url.ts";

interface PaperFiltersProps {
  filter: PapersFilter;
  categories: PaperStats["categories"];
  onFilter: (filter: Partial<PapersFilter>) => void;
}

/** Filters by category and day. */
export function PaperFilters({ filter, categories, onFilter }: PaperFiltersProps) {
  const known = categories.map(({ category, count }) => ({
    value: category,
    label: `${category} (${count})`,
  }));
  const isKnown = filter.category === null || known.some(({ value }) => value === filter.category);
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-3 md:w-full md:items-center md:gap-2 lg:flex lg:w-auto lg:flex-wrap">
      <Select
        aria-label="Category"
        className="col-span-2 lg:w-44"
        placeholder="All Categories"
        options={isKnown ? known : [...known, { value: filter.category ?? "", label: filter.category ?? "" }]}
        value={filter.category ?? ""}
        onChange={(event) => onFilter({ category: event.target.value || null })}
      />
      <DayInput label="From" value={filter.from} max={filter.to} onChange={(from) => onFilter({ from })} />
      <DayInput label="To" value={filter.to} min={filter.from} onChange={(to) => onFilter({ to })} />
    </div>
  );
}
