import { CheckCheck, RefreshCw } from "lucide-react";
import { useMemo, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { ListControls, MoreMenu } from "#client/features/page-view/list-controls.tsx";
import { Button } from "#client/ui/button.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { Select, type SelectOption } from "#client/ui/form/select.tsx";

import { type NewsFilter, type NewsViewActions, NO_FILTER } from "./news-view.ts";

interface ToolSelectProps {
  /** Id of the selected tool; null for all tools. */
  chosenId: string | null;
  onChoose: (toolId: string | null) => void;
}

/**
 * Select that filters news by tool. Its thousands of options would take longer than the rest of the page, so they load
 * when it is hovered or focused.
 */
function ToolSelect({ chosenId, onChoose }: ToolSelectProps) {
  const [isWanted, setWanted] = useState(false);
  const loadChoices = () => setWanted(true);
  return (
    <Select
      aria-label="Tool"
      className="md:w-56"
      placeholder="All Tools"
      options={useToolChoices(chosenId, isWanted || chosenId !== null, isWanted)}
      value={chosenId ?? ""}
      onPointerEnter={loadChoices}
      onFocus={loadChoices}
      onChange={(event) => onChoose(event.target.value || null)}
    />
  );
}

const { compare } = new Intl.Collator("en");

/**
 * Returns options for all tools by name, or only for the selected tool. A selected tool that is unknown gets an option
 * too.
 */
function useToolChoices(chosenId: string | null, isEnabled: boolean, hasAll: boolean): SelectOption[] {
  const { data } = trpc.tools.names.useQuery(undefined, { enabled: isEnabled });
  return useMemo(() => {
    const choices = (data?.items ?? [])
      .filter(({ id }) => hasAll || id === chosenId)
      .map(({ id, name }) => ({ value: id, label: name }))
      .toSorted((a, b) => compare(a.label, b.label));
    const isKnown = chosenId === null || choices.some(({ value }) => value === chosenId);
    return isKnown
      ? choices
      : [...choices, { value: chosenId, label: data ? "Deleted tool" : "Selected tool" }];
  }, [data, chosenId, hasAll]);
}

interface NewsControlsProps {
  filter: NewsFilter;
  actions: NewsViewActions;
  hasNews: boolean;
  /** Number of matching articles; null while unknown. */
  count: string | null;
  onMarkAll: () => void;
  onRefresh: () => void;
}

/** Search box, filters, and a menu with the action that marks everything as read. */
export function NewsControls(props: NewsControlsProps) {
  const { filter, actions, hasNews, count, onMarkAll, onRefresh } = props;
  const isFiltered = filter.search.trim() !== "" || filter.toolId !== null;
  // The action marks all articles, so it is only available while none is filtered out.
  const canMarkAll = !isFiltered && hasNews;
  const followed = { section: "news", filter } as const;
  const show = (
    <ChoiceBar
      label="Show"
      choices={SHOW_CHOICES}
      chosen={filter.show}
      onChange={(next) => actions.filter({ show: next })}
      className="max-md:*:flex-1"
    />
  );
  const markAll = { label: "Mark All Read", icon: <CheckCheck aria-hidden />, onSelect: onMarkAll };
  return (
    <>
      <ListControls
        className="flex gap-2"
        search={{
          label: "Search news",
          placeholder: "Search articles, tools, or companies...",
          onChange: actions.search,
          className: "flex-1",
        }}
        filter={filter}
        noFilter={NO_FILTER}
        filters={<ToolSelect chosenId={filter.toolId} onChoose={(toolId) => actions.filter({ toolId })} />}
        sheetFilters={show}
        menu={[
          [
            { label: "Refresh", icon: <RefreshCw aria-hidden />, onSelect: onRefresh },
            ...(canMarkAll ? [markAll] : []),
          ],
        ]}
        nouns="articles"
        count={count}
        followed={followed}
        onClear={actions.clear}
      />
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2 max-md:hidden print:hidden">
        {show}
        {isFiltered && (
          <Button
            variant="ghost"
            size="small"
            onClick={() => actions.filter({ ...NO_FILTER, show: filter.show })}
          >
            Clear Filters
          </Button>
        )}
        <div className="ml-auto">
          <MoreMenu groups={[canMarkAll ? [markAll] : []]} followed={followed} />
        </div>
      </div>
    </>
  );
}

const SHOW_CHOICES = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
  { value: "starred", label: "Starred" },
] as const;
