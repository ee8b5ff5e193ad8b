import { Lock, TextQuote } from "lucide-react";
import { useCallback, useMemo } from "react";

import { libraryActions, LibraryHeader } from "#client/features/library/library-header.tsx";
import { LibraryPage, type LibraryTexts } from "#client/features/library/library-page.tsx";
import {
  isFiltered,
  useFiltered,
  usePreservedOrder,
  useSorted,
} from "#client/features/library/use-library.ts";
import { OptionFilter, OptionFilters } from "#client/features/options/option-controls.tsx";
import { usePromptOptions } from "#client/features/options/use-custom-options.ts";
import { usePageView } from "#client/features/page-view/use-page-view.ts";
import { PromptDialogs } from "#client/features/prompts/dialogs/prompt-dialogs.tsx";
import { usePrompts } from "#client/features/prompts/use-prompts.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { EmptyState } from "#client/ui/feedback/states.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { TableSkeleton } from "#client/ui/table/data-table-grid.tsx";
import { sortEntries } from "#client/ui/table/data-table.tsx";
import { matchesPromptFilter, type PromptFilter, tagsOfPrompts } from "#shared/prompts/prompt-filter.ts";
import type { Prompt } from "#shared/prompts/prompts.ts";

import { PROMPT_ACTIONS_WIDTH, promptColumns, PromptTable } from "./prompt-table.tsx";
import { type PromptSort, NO_FILTER, PROMPTS_ADDRESS } from "./prompts-view.ts";

interface PromptFiltersProps {
  prompts: readonly Prompt[];
  filter: PromptFilter;
  onFilter: (filter: Partial<PromptFilter>) => void;
}

const SHOW_CHOICES = [
  { value: "all", label: "All" },
  { value: "starred", label: "Starred" },
] as const;

/** Filters by industry, modality, tag and the user's stars. */
function PromptFilters({ prompts, filter, onFilter }: PromptFiltersProps) {
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
        className="xl:w-44"
      />
      <ChoiceBar
        label="Show"
        choices={SHOW_CHOICES}
        chosen={filter.show}
        onChange={(show) => onFilter({ show })}
        className="max-md:*:flex-1"
      />
    </>
  );
}

const TEXTS: LibraryTexts = {
  nouns: "prompts",
  failed: { title: "Error Loading Prompts", text: "Failed to load prompts. Please try again later." },
  noMatch: {
    title: "No Prompts Found",
    text: "No prompts match your current filters. Try adjusting your search criteria.",
  },
  empty: {
    title: "No Prompts Found",
    text: "Get started by adding your first prompt to the library.",
    add: "Add Your First Prompt",
  },
};
const NONE_STARRED: LibraryTexts = {
  ...TEXTS,
  noMatch: {
    title: "No Starred Prompts",
    text: "Prompts you star appear here. Press the star next to a prompt.",
  },
};
const COLUMNS = promptColumns();

/** Prompt Stack page. */
export function PromptsPage() {
  const user = useCurrentUser();
  if (!user) return <EmptyState icon={<Lock />} title="Please log in to access the Prompt Library." />;
  return <PromptLibrary username={user.username} />;
}

function PromptLibrary({ username }: { username: string }) {
  const { view, actions } = usePageView(PROMPTS_ADDRESS);
  const { filter, sort } = view;
  const library = usePrompts();
  const sorted = useSorted(library.items, sort);
  const ordered = usePreservedOrder(sorted, { filter, sort });
  const { shown, hasFilter } = useFiltered(ordered, filter, NO_FILTER, matchesPromptFilter);
  const isOnlyStarred =
    filter.show === "starred" && !isFiltered({ ...filter, show: NO_FILTER.show }, NO_FILTER);
  const sortBy = useCallback((next: PromptSort) => actions.change({ sort: next }, "replace"), [actions]);
  const searchTag = useCallback((tag: string) => actions.leaveFor({ search: tag }), [actions]);
  const { settings, importing, exporting } = libraryActions(actions.open);

  return (
    <LibraryPage
      texts={isOnlyStarred ? NONE_STARRED : TEXTS}
      library={library}
      shown={shown}
      hasFilter={hasFilter}
      onClear={() => actions.filter(NO_FILTER)}
      onAdd={() => actions.open("add")}
      header={
        <LibraryHeader
          title="Prompt Stack"
          subtitle="Manage and discover AI prompts"
          actions={[settings]}
          addLabel="Add Prompt"
          onAdd={() => actions.open("add")}
        />
      }
      followed={{ section: "prompts", filter }}
      more={[[importing, exporting]]}
      controls={{
        className: "grid grid-cols-2 gap-2 lg:grid-cols-4 xl:flex",
        search: {
          label: "Search prompts",
          placeholder: "Search by name, purpose, tags...",
          onChange: actions.search,
          className: "col-span-2 lg:col-span-4 xl:min-w-64 xl:flex-1",
        },
        filter,
        noFilter: NO_FILTER,
        filters: <PromptFilters prompts={library.items} filter={filter} onFilter={actions.filter} />,
        menu: [[settings, importing, exporting], sortEntries(COLUMNS, sort, sortBy)],
      }}
      skeleton={
        <TableSkeleton
          label="Loading prompts"
          rows={6}
          columns={COLUMNS}
          actionsWidth={PROMPT_ACTIONS_WIDTH}
        />
      }
      emptyIcon={<TextQuote />}
      dialogs={
        <PromptDialogs
          view={view}
          actions={actions}
          username={username}
          library={library}
          onTag={searchTag}
        />
      }
    >
      <PromptTable prompts={shown} sort={sort} onSort={sortBy} onOpen={actions.open} onTag={searchTag} />
    </LibraryPage>
  );
}
