import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { DayInput } from "#client/ui/form/day-input.tsx";
import { SearchBox } from "#client/ui/form/search-box.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { IconButton } from "#client/ui/icon-button.tsx";
import type { PaperStats } from "#shared/papers/papers.ts";

import type { PapersFilter } from "./papers-view-url.ts";

interface PaperControlsProps {
  filter: PapersFilter;
  categories: PaperStats["categories"];
  onSearch: (text: string) => void;
  onFilter: (filter: Partial<PapersFilter>) => void;
}

/** Search box with filters by category and day. */
export function PaperControls({ filter, categories, onSearch, onFilter }: PaperControlsProps) {
  const [isOpen, setOpen] = useState(filter.category !== null || filter.from !== null || filter.to !== null);
  const known = categories.map(({ category, count }) => ({
    value: category,
    label: `${category} (${count})`,
  }));
  const isKnown = filter.category === null || known.some(({ value }) => value === filter.category);
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <SearchBox
        label="Search papers"
        placeholder="Search titles, abstracts and authors..."
        value={filter.search}
        onChange={onSearch}
        className="min-w-0 flex-1 md:min-w-64"
      />
      {/* Small screens show what was found first; the filters are a touch away. */}
      <IconButton
        label="Filters"
        variant="secondary"
        className="md:hidden"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <SlidersHorizontal aria-hidden />
      </IconButton>
      <div
        className={classNames(
          "grid grid-cols-2 gap-2 max-md:w-full md:flex md:flex-wrap md:items-center",
          !isOpen && "max-md:hidden",
        )}
      >
        <Select
          aria-label="Category"
          className="col-span-2 md:w-44"
          placeholder="All Categories"
          options={
            isKnown ? known : [...known, { value: filter.category ?? "", label: filter.category ?? "" }]
          }
          value={filter.category ?? ""}
          onChange={(event) => onFilter({ category: event.target.value || null })}
        />
        <DayInput label="From" value={filter.from} max={filter.to} onChange={(from) => onFilter({ from })} />
        <DayInput label="To" value={filter.to} min={filter.from} onChange={(to) => onFilter({ to })} />
      </div>
    </div>
  );
}
