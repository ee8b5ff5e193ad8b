import { useMemo } from "react";

import { ErrorState } from "#client/ui/error-state.tsx";
import { ProgressBar } from "#client/ui/progress-bar.tsx";

import { ArticleList } from "./article-list.tsx";
import { NewsControls } from "./news-controls.tsx";
import { NewsHeader } from "./news-header.tsx";
import { NewsPerDay } from "./news-per-day.tsx";
import { NewsSkeletons } from "./news-skeletons.tsx";
import { NoNews } from "./no-news.tsx";
import { useMarkAllRead, useMarkArticle } from "./use-article-marks.ts";
import { useNewsUpdate } from "./use-news-update.ts";
import { useNewsView } from "./use-news-view.ts";
import { listInput, useNews } from "./use-news.ts";

/** The News Stack: articles about the tools in the catalogue, day by day. */
export function NewsPage() {
  const { filter, asked, actions } = useNewsView();
  const input = useMemo(() => listInput(asked), [asked]);
  const news = useNews(input);
  const update = useNewsUpdate();
  const mark = useMarkArticle(input);
  const markAll = useMarkAllRead(input);
  const { articles, counts } = news;

  return (
    <div className="flex flex-col gap-4">
      <NewsHeader isRefetching={news.isRefetching} onRefresh={news.refresh} update={update} />
      {update.progress && update.progress.total !== null && (
        <ProgressBar
          label="Looking for news"
          value={update.progress.done}
          max={update.progress.total}
          valueText={`${update.progress.done} of ${update.progress.total}`}
        />
      )}
      {(counts === null || counts.total > 0) && !news.isError && <NewsPerDay />}
      <NewsControls
        filter={filter}
        actions={actions}
        hasNews={counts !== null && counts.total > 0}
        isMarking={markAll.isPending}
        onMarkAll={() => markAll.mutate()}
      />
      {news.isPending && <NewsSkeletons />}
      {news.isError && (
        <ErrorState
          title="Error Loading News"
          text="Failed to load news articles. Please try again later."
          onRetry={news.retry}
        />
      )}
      {counts && articles.length === 0 && (
        <NoNews
          filter={asked}
          isEmpty={counts.total === 0}
          update={update}
          onFilter={actions.filter}
          onClear={actions.clear}
        />
      )}
      {articles.length > 0 && (
        <ArticleList news={news} onMark={mark} onTool={(toolId) => actions.filter({ toolId })} />
      )}
      {counts && counts.total > 0 && !news.isError && (
        <footer className="mt-2 border-t border-line pt-4 text-center text-ink-muted tabular-nums">
          <output className="wrap-anywhere">
            Showing {counts.matching} of {counts.total} articles
            {asked.search.trim() !== "" && ` matching "${asked.search.trim()}"`}
          </output>
        </footer>
      )}
    </div>
  );
}
