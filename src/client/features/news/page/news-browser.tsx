import { CheckCheck, Newspaper, SearchX, Star } from "lucide-react";
import { type ReactNode, useRef } from "react";

import { NewPill } from "#client/features/live/new-pill.tsx";
import { ArticleList } from "#client/features/news/articles/article-list.tsx";
import {
  type SetArticleFlags,
  type NewsUpdate,
  type NewsList,
  useMarkAllRead,
  useFetchToolNews,
  useNewsPerDay,
} from "#client/features/news/use-news.ts";
import { describeNewsSchedule } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { formatMatching } from "#client/format/sizes.ts";
import { Button } from "#client/ui/button.tsx";
import { Card } from "#client/ui/card.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { ProgressBar, Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState, EmptyState } from "#client/ui/feedback/states.tsx";
import { useLoadMoreWhile } from "#client/ui/list/load-more.tsx";
import { PerDayChart } from "#client/ui/per-day-chart.tsx";
import type { NewsQuery } from "#shared/news/news.ts";
import { isolate } from "#shared/texts/escaping.ts";

import { NewsControls } from "./news-controls.tsx";
import type { NewsFilter, NewsViewActions } from "./news-view.ts";

interface NewsBrowserProps {
  news: NewsList;
  update: NewsUpdate;
  input: NewsQuery;
  filter: NewsFilter;
  /** Filter in the URL, which changes shortly after typing. */
  requested: NewsFilter;
  actions: NewsViewActions;
  onFlag: SetArticleFlags;
}

/** Article list with its filters, in every state. */
export function NewsBrowser(props: NewsBrowserProps) {
  const { news, update, input, filter, requested, actions, onFlag } = props;
  const markAll = useMarkAllRead(input);
  const { articles, counts } = news;
  const isSearching = useLoadMoreWhile(news, articles.length === 0);
  const list = useRef<HTMLElement>(null);

  return (
    <>
      {update.progress && update.progress.total !== null && (
        <ProgressBar
          label="Checking for news"
          value={update.progress.done}
          max={update.progress.total}
          valueText={`${update.progress.done} of ${update.progress.total}`}
        />
      )}
      <NewsControls
        filter={filter}
        actions={actions}
        hasNews={counts?.total !== 0}
        count={counts && formatMatching(counts)}
        onRefresh={news.refresh}
        onMarkAll={() => markAll.mutate()}
      />
      {/* Below the controls, because it is missing without news and would move them. */}
      {(counts === null || counts.total > 0) && !news.isError && <NewsPerDay isLoading={counts === null} />}
      <NewPill
        kind="article"
        list={list}
        loadedAt={news.readAt}
        isLoading={news.isReading}
        onShow={news.refetchList}
      />
      <section
        // Without news there is no chart above. A new key replaces the list, so that it doesn't shift.
        key={counts?.total === 0 ? "none" : "list"}
        ref={list}
        tabIndex={-1}
        aria-label="Articles"
        className="flex scroll-mt-28 flex-col gap-4 outline-none"
      >
        {(news.isPending || isSearching) && <NewsSkeletons />}
        {news.isError && (
          <ErrorState
            title="Error Loading News"
            text="Failed to load news articles. Please try again later."
            onRetry={news.retry}
          />
        )}
        {counts && articles.length === 0 && !isSearching && (
          <NoNews
            filter={requested}
            isEmpty={counts.total === 0}
            update={update}
            onFilter={actions.filter}
            onClear={actions.clear}
          />
        )}
        {articles.length > 0 && (
          <ArticleList news={news} onFlag={onFlag} onTool={(toolId) => actions.filter({ toolId })} />
        )}
      </section>
      {counts && counts.total > 0 && !news.isError && (
        <footer className="mt-2 border-t border-line pt-4 text-center text-ink-muted tabular-nums max-md:order-last">
          <output className="wrap-anywhere">
            Showing {formatMatching(counts)} of {counts.total} articles
            {requested.search.trim() !== "" && ` matching "${requested.search.trim()}"`}
          </output>
        </footer>
      )}
    </>
  );
}

/** Number of articles on each of the last days. On phones, it is below the loaded list. */
function NewsPerDay({ isLoading }: { isLoading: boolean }) {
  const { data, isError } = useNewsPerDay();
  if (isError) return null;
  return (
    <Card className={classNames("px-3 py-3 max-md:order-last md:px-5", isLoading && "max-md:hidden")}>
      {data ? <PerDayChart days={data.days} noun="article" /> : <Skeleton className="h-14" />}
    </Card>
  );
}

const CARDS = ["a", "b", "c"];

/** Placeholder while the articles load. */
function NewsSkeletons() {
  return (
    <div className="space-y-3">
      <output className="sr-only">Loading news</output>
      <Skeleton className="mt-2.5 mb-3.5 h-5 w-56" />
      {CARDS.map((card) => (
        <Card key={card} data-skeleton className="flex h-41 gap-6 p-4 md:p-5">
          <div className="min-w-0 flex-1">
            <Skeleton className="h-5 w-20" />
            <Skeleton className="mt-3 h-5 w-4/5" />
            <Skeleton className="mt-3 h-4 w-full" />
            <Skeleton className="mt-1.5 h-4 w-2/3" />
            <Skeleton className="mt-3 h-3 w-48" />
          </div>
          <Skeleton className="h-26 w-44 self-end max-md:hidden" />
        </Card>
      ))}
    </div>
  );
}

interface NoNewsProps {
  filter: NewsFilter;
  /** True if there are no articles at all, regardless of the filter. */
  isEmpty: boolean;
  update: NewsUpdate;
  onFilter: (filter: Partial<NewsFilter>) => void;
  onClear: () => void;
}

/** Message for an empty list, with a next step. */
function NoNews({
  filter: { search, toolId, show },
  isEmpty,
  update,
  onFilter,
  onClear,
}: NoNewsProps): ReactNode {
  if (isEmpty) return <EmptyFeed update={update} />;
  if (search.trim() !== "") {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No articles found matching "${isolate(search.trim())}"`}
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    );
  }
  if (toolId !== null && show === "all") return <NoNewsOfTool toolId={toolId} onClear={onClear} />;
  const showAll = <Button onClick={() => onFilter({ show: "all" })}>Show All Articles</Button>;
  return show === "starred" ? (
    <EmptyState
      icon={<Star />}
      title="No Starred Articles"
      text="Articles you star appear here. Only you can see your stars."
      action={showAll}
    />
  ) : (
    <EmptyState icon={<CheckCheck />} title="You're All Caught Up" action={showAll} />
  );
}

function EmptyFeed({ update }: { update: NewsUpdate }) {
  return (
    <EmptyState
      icon={<Newspaper />}
      title="No News Articles Yet"
      text="News articles will appear here as they are discovered for your AI tools."
      action={
        <Button variant="primary" isPending={update.isRunning} onClick={update.start}>
          Check for News
        </Button>
      }
    />
  );
}

function NoNewsOfTool({ toolId, onClear }: { toolId: string; onClear: () => void }) {
  const fetchNews = useFetchToolNews();
  const settings = useWorkspaceSettings();
  return (
    <EmptyState
      icon={<Newspaper />}
      title="No News About This Tool Yet"
      text={`${settings ? `${describeNewsSchedule(settings)} ` : ""}You can check now.`}
      action={
        <>
          <Button onClick={onClear}>Show All Articles</Button>
          <Button
            isPending={fetchNews.isPending}
            pendingLabel="Updating..."
            onClick={() => fetchNews.mutate({ id: toolId })}
          >
            Check for News
          </Button>
        </>
      }
    />
  );
}
