import { Button } from "#client/ui/button.tsx";
import { ErrorState } from "#client/ui/error-state.tsx";
import type { PaperStats } from "#shared/papers.ts";

import { NoPapers } from "./no-papers.tsx";
import { PaperControls } from "./paper-controls.tsx";
import { PaperList } from "./paper-list.tsx";
import { PaperSkeletons } from "./paper-skeletons.tsx";
import { isFiltered, type PapersFilter } from "./papers-view-url.ts";
import { ShowSwitch } from "./show-switch.tsx";
import type { ChangePaper, MarkPaper } from "./use-paper-changes.ts";
import type { usePapersView } from "./use-papers-view.ts";
import type { usePapers } from "./use-papers.ts";

interface PapersBrowserProps {
  list: ReturnType<typeof usePapers>;
  filter: PapersFilter;
  categories: PaperStats["categories"];
  actions: ReturnType<typeof usePapersView>["actions"];
  onMark: MarkPaper;
  onChange: ChangePaper;
}

/** The list of papers with its filters, in each of its states. */
export function PapersBrowser({ list, filter, categories, actions, onMark, onChange }: PapersBrowserProps) {
  const { pages, counts, isPending, isError } = list;
  const hasPapers = pages.some((papers) => papers.length > 0);
  return (
    <>
      <PaperControls
        filter={filter}
        categories={categories}
        onSearch={actions.search}
        onFilter={actions.filter}
      />
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <output className="text-ink-muted tabular-nums">
          {counts && `Showing ${counts.matching} of ${counts.total} papers`}
        </output>
        {isFiltered(filter) && (
          <Button variant="ghost" size="small" onClick={actions.clear}>
            Clear Filters
          </Button>
        )}
        <div className="max-sm:w-full sm:ml-auto">
          <ShowSwitch show={filter.show} onChange={(show) => actions.filter({ show })} />
        </div>
      </div>
      {isPending && <PaperSkeletons />}
      {isError && (
        <ErrorState
          title="Error Loading Papers"
          text="Failed to load arXiv papers. Please try again later."
          onRetry={list.retry}
        />
      )}
      {counts && !hasPapers && (
        <NoPapers filter={filter} isEmpty={counts.total === 0} onClear={actions.clear} />
      )}
      {counts && hasPapers && (
        <PaperList
          pages={pages}
          matching={counts.matching}
          show={list.show}
          isOutdated={list.isOutdated}
          hasMore={list.hasMore}
          isLoadingMore={list.isLoadingMore}
          hasMoreFailed={list.hasMoreFailed}
          onMore={list.loadMore}
          onMark={onMark}
          onChange={onChange}
        />
      )}
    </>
  );
}
