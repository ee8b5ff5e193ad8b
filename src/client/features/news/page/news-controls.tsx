import { CheckCheck } from "lucide-react";

import { FollowButton } from "#client/features/follows/follow-button.tsx";
import { Button } from "#client/ui/button.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { SearchBox } from "#client/ui/form/search-box.tsx";

import { type NewsFilter, NO_FILTER, type Show } from "./news-view-url.ts";
import { ToolSelect } from "./tool-select.tsx";
import type { NewsViewActions } from "./use-news-view.ts";

interface NewsControlsProps {
  filter: NewsFilter;
  actions: NewsViewActions;
  hasNews: boolean;
  isMarking: boolean;
  onMarkAll: () => void;
}

/** Search box, filters, and the button that marks everything as read. */
export function NewsControls({ filter, actions, hasNews, isMarking, onMarkAll }: NewsControlsProps) {
  const isFiltered = filter.search.trim() !== "" || filter.toolId !== null;
  return (
    <>
      <div className="grid gap-2 md:flex print:hidden">
        <SearchBox
          label="Search news"
          placeholder="Search articles, tools, or companies..."
          value={filter.search}
          onChange={actions.search}
          className="md:flex-1"
        />
        <ToolSelect chosenId={filter.toolId} onChoose={(toolId) => actions.filter({ toolId })} />
      </div>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2 print:hidden">
        <ShowSwitch show={filter.show} onChange={(show) => actions.filter({ show })} />
        {isFiltered && (
          <Button
            variant="ghost"
            size="small"
            onClick={() => actions.filter({ ...NO_FILTER, show: filter.show })}
          >
            Clear Filters
          </Button>
        )}
        <div className="ml-auto flex flex-wrap items-center gap-1">
          <FollowButton view={{ section: "news", filter }} />
          {/* It marks everything, so it stands only where everything can be seen. */}
          {!isFiltered && hasNews && (
            <Button
              variant="ghost"
              size="small"
              icon={<CheckCheck aria-hidden />}
              isPending={isMarking}
              onClick={onMarkAll}
            >
              Mark All Read
            </Button>
          )}
        </div>
      </div>
    </>
  );
}

const SHOWS = [
  { value: "all", label: "All" },
  { value: "unread", label: "Unread" },
  { value: "starred", label: "Starred" },
] as const;

/** Switch between all, unread and starred articles. */
function ShowSwitch({ show, onChange }: { show: Show; onChange: (show: Show) => void }) {
  return <ChoiceBar label="Show" choices={SHOWS} chosen={show} onChange={onChange} />;
}
