import { useMemo } from "react";

import { OptionFilter } from "#client/features/options/option-filter.tsx";
import { OptionFilters } from "#client/features/options/option-filters.tsx";
import { usePromptOptions } from "#client/features/options/use-item-options.ts";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { type PromptFilter, tagsOfPrompts } from "#shared/prompts/prompt-filter.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

interface PromptFiltersProps {
  prompts: readonly Prompt[];
  filter: PromptFilter;
  onFilter: (filter: Partial<PromptFilter>) => void;
}

const SHOWS = [
  { value: "all", label: "All" },
  { value: "starred", label: "Starred" },
] as const;

/** Filters by industry, modality, tag and the user's stars. */
export function PromptFilters({ prompts, filter, onFilter }: PromptFiltersProps) {
  const options = usePromptOptions();
  const known = useMemo(() => tagsOfPrompts(prompts), [prompts]);
  const tags = filter.tag === null ? known : tagsOfPrompts([{ tags: [...known, filter.tag] }]);

  return (
    <>
      <OptionFilters items={prompts} options={options} filter={filter} onFilter={onFilter} />
      <OptionFilter
        label="Tag"
        all="All Tags"
        choices={tags.map((tag) => ({ value: tag, label: tag }))}
        value={filter.tag}
        onChange={(tag) => onFilter({ tag })}
        className="md:w-44"
      />
      <ChoiceBar
        label="Show"
        choices={SHOWS}
        chosen={filter.show}
        onChange={(show) => onFilter({ show })}
        className="max-md:*:flex-1"
      />
    </>
  );
}
