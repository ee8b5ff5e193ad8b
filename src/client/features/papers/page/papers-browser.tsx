import { Plus } from "lucide-react";
import { useRef, useState } from "react";

import { FollowButton } from "#client/features/follows/follow-button.tsx";
import { NewPill } from "#client/features/live/new-pill.tsx";
import { CountLine } from "#client/features/page-view/count-line.tsx";
import { ListControls } from "#client/features/page-view/list-controls.tsx";
import { useUntilFound } from "#client/features/page-view/use-until-found.ts";
import type { ChangePaper, SetPaperFlags } from "#client/features/papers/card/use-paper-changes.ts";
import { PaperList } from "#client/features/papers/list/paper-list.tsx";
import { PaperSkeletons } from "#client/features/papers/list/paper-skeletons.tsx";
import { formatMatching } from "#client/format/sizes.ts";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import type { PaperStats } from "#shared/papers/papers.ts";

import { NoPapers } from "./no-papers.tsx";
import { PaperFilters } from "./paper-controls.tsx";
import { isFiltered, NO_FILTER, type PapersFilter, type Show } from "./papers-view-url.ts";
import type { usePapersView } from "./use-papers-view.ts";
import type { usePapers } from "./use-papers.ts";

interface PapersBrowserProps {
  list: ReturnType<typeof usePapers>;
  filter: PapersFilter;
  categories: PaperStats["categories"];
  actions: ReturnType<typeof usePapersView>["actions"];
  onMark: SetPaperFlags;
  onChange: ChangePaper;
}

/** Paper list with its filters, in all states. */
export function PapersBrowser({ list, filter, categories, actions, onMark, onChange }: PapersBrowserProps) {
  const { pages, counts, isPending, isError } = list;
  const hasPapers = pages.some((papers) => papers.length > 0);
  const isSearching = useUntilFound(list, !hasPapers);
  const [isRestored] = useState(!isPending);
  const section = useRef<HTMLElement>(null);
  const followed = { section: "papers", filter } as const;
  const show = <ShowSwitch show={filter.show} onChange={(next) => actions.filter({ show: next })} />;
  return (
    <>
      <ListControls
        className="flex flex-wrap gap-2"
        search={{
          label: "Search papers",
          placeholder: "Search titles, abstracts and authors...",
          onChange: actions.search,
          className: "min-w-64 flex-1",
        }}
        filter={filter}
        noFilter={NO_FILTER}
        filters={<PaperFilters filter={filter} categories={categories} onFilter={actions.filter} />}
        sheetFilters={show}
        menu={[[{ label: "Add Paper", icon: <Plus aria-hidden />, onSelect: actions.openAdd }]]}
        nouns="papers"
        count={counts && formatMatching(counts)}
        followed={followed}
        onClear={actions.clear}
      />
      <CountLine
        text={counts && `Showing ${formatMatching(counts)} of ${counts.total} papers`}
        hasFilter={isFiltered(filter)}
        onClear={actions.clear}
      >
        <div className="ml-auto max-md:hidden">
          <FollowButton view={followed} isShort />
        </div>
        <div className="max-md:hidden">{show}</div>
      </CountLine>
      <NewPill
        kind="paper"
        list={section}
        readAt={list.readAt}
        isReading={list.isReading}
        onShow={list.readAnew}
      />
      <section
        ref={section}
        tabIndex={-1}
        aria-label="Papers"
        className="flex scroll-mt-20 flex-col gap-4 outline-none"
      >
        {(isPending || isSearching) && <PaperSkeletons />}
        {isError && (
          <ErrorState
            title="Error Loading Papers"
            text="Failed to load arXiv papers. Please try again later."
            onRetry={list.retry}
          />
        )}
        {counts && !hasPapers && !isSearching && (
          <NoPapers filter={filter} note={list.note} isEmpty={counts.total === 0} onClear={actions.clear} />
        )}
        {counts && hasPapers && (
          <PaperList
            pages={pages}
            matching={counts.isExact ? counts.matching : null}
            show={list.show}
            isRestored={isRestored}
            isOutdated={list.isOutdated}
            hasMore={list.hasMore}
            isLoadingMore={list.isLoadingMore}
            hasMoreFailed={list.hasMoreFailed}
            onMore={list.loadMore}
            onMark={onMark}
            onChange={onChange}
          />
        )}
      </section>
    </>
  );
}

const SHOWS = [
  { value: "all", label: "All" },
  { value: "new", label: "New", title: "New since your last visit" },
  { value: "starred", label: "Starred" },
  { value: "forYou", label: "For you", title: "Recommended by your stars" },
  { value: "forTeam", label: "For the team", title: "Recommended by everyone's stars" },
  { value: "hidden", label: "Hidden" },
] as const;

/** Switch between all papers and those that are new, starred or hidden for this user. */
function ShowSwitch({ show, onChange }: { show: Show; onChange: (show: Show) => void }) {
  return (
    <ChoiceBar label="Show" choices={SHOWS} chosen={show} onChange={onChange} className="max-md:*:flex-1" />
  );
}
