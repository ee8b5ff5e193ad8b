import { useMemo } from "react";

import { OptionFilter } from "#client/features/options/option-filter.tsx";
import { OptionFilters } from "#client/features/options/option-filters.tsx";
import { usePromptOptions } from "#client/features/options/use-item-options.ts";
import { SearchBox } from "#client/ui/form/search-box.tsx";
import { type PromptFilter, tagsOfPrompts } from "#shared/prompts/prompt-filter.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

interface PromptControlsProps {
  prompts: readonly Prompt[];
  filter: PromptFilter;
  onSearch: (text: string) => void;
  onFilter: (filter: Partial<PromptFilter>) => void;
}

/** Search box and three filters. */
export function PromptControls({ prompts, filter, onSearch, onFilter }: PromptControlsProps) {
  const options = usePromptOptions();
  const known = useMemo(() => tagsOfPrompts(prompts), [prompts]);
  const tags = filter.tag === null ? known : tagsOfPrompts([{ tags: [...known, filter.tag] }]);

  return (
    <div className="grid grid-cols-2 gap-2 md:flex md:flex-wrap print:hidden">
      <SearchBox
        label="Search prompts"
        placeholder="Search by name, purpose, tags..."
        value={filter.search}
        onChange={onSearch}
        className="col-span-2 md:min-w-64 md:flex-1"
      />
      <OptionFilters items={prompts} options={options} filter={filter} onFilter={onFilter} />
      <OptionFilter
        label="Tag"
        all="All Tags"
        choices={tags.map((tag) => ({ value: tag, label: tag }))}
        value={filter.tag}
        onChange={(tag) => onFilter({ tag })}
        className="max-md:col-span-2 md:w-44"
      />
    </div>
  );
}
