import { Microscope, Plus, SearchX } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { JobControl, useJobs } from "#client/features/jobs/job-control.tsx";
import { NewPill } from "#client/features/live/new-pill.tsx";
import { CountLine, ListControls, MoreMenu } from "#client/features/page-view/list-controls.tsx";
import { PaperList, PaperSkeletons } from "#client/features/papers/list/paper-list.tsx";
import type { ChangePaper, SetPaperFlags, usePapers } from "#client/features/papers/use-papers.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { formatMatching } from "#client/format/sizes.ts";
import { Button } from "#client/ui/button.tsx";
import { ErrorState, EmptyState } from "#client/ui/feedback/states.tsx";
import { ChoiceBar } from "#client/ui/form/choice-bar.tsx";
import { DayInput } from "#client/ui/form/inputs.tsx";
import { Select } from "#client/ui/form/select.tsx";
import { useLoadMoreWhile } from "#client/ui/list/load-more.tsx";
import type { PaperStats } from "#shared/papers/papers.ts";

import { type PapersFilter, type usePapersView, isFiltered, NO_FILTER } from "./papers-view.ts";

interface PapersBrowserProps {
  list: ReturnType<typeof usePapers>;
  filter: PapersFilter;
  categories: PaperStats["categories"];
  actions: ReturnType<typeof usePapersView>["actions"];
  onFlag: SetPaperFlags;
  onChange: ChangePaper;
}

/** Paper list with its filters, in every state. */
export function PapersBrowser({ list, filter, categories, actions, onFlag, onChange }: PapersBrowserProps) {
  const { pages, counts, isPending, isError } = list;
  const hasPapers = pages.some((papers) => papers.length > 0);
  const isSearching = useLoadMoreWhile(list, !hasPapers);
  const [isRestored] = useState(!isPending);
  const section = useRef<HTMLElement>(null);
  const followed = { section: "papers", filter } as const;
  const show = (
    <ChoiceBar
      label="Show"
      choices={SHOW_CHOICES}
      chosen={filter.show}
      onChange={(next) => actions.filter({ show: next })}
      className="max-md:*:flex-1"
    />
  );
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
        // If nothing matches, the empty state contains this button.
        hasFilter={isFiltered(filter) && counts?.matching !== 0}
        onClear={actions.clear}
      >
        <div className="ml-auto flex items-center gap-2 max-md:hidden">
          {show}
          <MoreMenu groups={[]} followed={followed} />
        </div>
      </CountLine>
      <NewPill
        kind="paper"
        list={section}
        loadedAt={list.readAt}
        isLoading={list.isReading}
        onShow={list.refetchList}
      />
      <section
        ref={section}
        tabIndex={-1}
        aria-label="Papers"
        className="flex scroll-mt-28 flex-col gap-4 outline-none"
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
            list={list}
            onFlag={onFlag}
            onChange={onChange}
          />
        )}
      </section>
    </>
  );
}

const SHOW_CHOICES = [
  { value: "all", label: "All" },
  { value: "new", label: "New", title: "New since your last visit" },
  { value: "starred", label: "Starred" },
  { value: "forYou", label: "For you", title: "Based on your stars" },
  { value: "forTeam", label: "For the team", title: "Based on everyone's stars" },
  { value: "hidden", label: "Hidden" },
] as const;

interface PaperFiltersProps {
  filter: PapersFilter;
  categories: PaperStats["categories"];
  onFilter: (filter: Partial<PapersFilter>) => void;
}

/** Filters by category and day. */
function PaperFilters({ filter, categories, onFilter }: PaperFiltersProps) {
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

const RECOMMENDATION_HINT = "Recommendations appear here a few seconds after you star papers.";
const EMPTY_TEXTS = {
  new: ["Nothing New", "No new papers since your last visit."],
  starred: ["No Starred Papers", "Papers you star appear here. Only you can see your stars."],
  hidden: ["No Hidden Papers", "Papers you hide appear here. Everyone else can still see them."],
  forYou: ["No Recommendations Yet", RECOMMENDATION_HINT],
  forTeam: ["No Recommendations Yet", RECOMMENDATION_HINT],
} as const;

interface NoPapersProps {
  filter: PapersFilter;
  /** Reason why nothing can be recommended. */
  note: string | null;
  /** True if there are no papers at all, regardless of the filter. */
  isEmpty: boolean;
  onClear: () => void;
}

/** Message for an empty list, with a next step. */
function NoPapers({ filter, note, isEmpty, onClear }: NoPapersProps) {
  const isAdmin = useCurrentUser()?.role === "admin";
  if (isEmpty && filter.show !== "hidden") {
    return (
      <EmptyState
        icon={<Microscope />}
        title="No Papers Available"
        text="arXiv papers will appear here once the automated system fetches them. Check back later or contact an administrator to trigger a manual update."
        action={isAdmin && <FetchPapers />}
      />
    );
  }
  const isOnlyShow = !isFiltered({ ...filter, show: NO_FILTER.show });
  const [title, text] =
    isOnlyShow && filter.show !== "all"
      ? EMPTY_TEXTS[filter.show]
      : ["No Papers Found", "No papers match your current filters. Try adjusting your search criteria."];
  return (
    <EmptyState
      icon={<SearchX />}
      title={title}
      text={isOnlyShow ? (note ?? text) : text}
      action={<Button onClick={onClear}>{isOnlyShow ? "Show All Papers" : "Clear Filters"}</Button>}
    />
  );
}

/** Button for admins that fetches papers. Shows the progress, then the papers. */
function FetchPapers() {
  const job = useJobs().jobs?.find(({ name }) => name === "papers.fetch");
  const { papers } = trpc.useUtils();
  const lastRun = job?.runs[0];
  const doneRunId = lastRun?.state === "succeeded" ? lastRun.id : null;
  const showPapers = useEffectEvent(() => void papers.invalidate());
  useEffect(() => {
    if (doneRunId !== null) showPapers();
  }, [doneRunId]);
  return job && <JobControl job={job} />;
}
