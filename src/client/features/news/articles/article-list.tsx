import { Fragment, useMemo } from "react";

import type { NewsList, SetArticleFlags } from "#client/features/news/use-news.ts";
import { dayKey, longDate } from "#client/format/dates.ts";
import { classNames } from "#client/ui/class-names.ts";
import { LoadMore, useLoadMoreWhile } from "#client/ui/list/load-more.tsx";
import { useRowList } from "#client/ui/list/use-row-list.ts";
import { useIsPrinting } from "#client/ui/use-media-query.ts";
import type { Article } from "#shared/news/news.ts";

import { ArticleCard } from "./article-card.tsx";

/** Heading above the first article of a day. */
interface Day {
  title: string;
  /** "1 article", "12 articles". */
  count: string;
}

export interface NewsRow {
  id: string;
  article: Article;
  /** Heading of a day's first article; null for others. */
  day: Day | null;
}

/**
 * Groups articles by day in the browser's time zone. The last day may continue on the next page, so `lastDayCount` is
 * its total number of articles.
 */
export function toRows(articles: readonly Article[], lastDayCount: number): NewsRow[] {
  const days = Map.groupBy(articles, ({ publishedAt }) => dayKey(publishedAt));
  const groups = [...days.values()];
  return groups.flatMap((group, index) => {
    const count = index === groups.length - 1 ? Math.max(group.length, lastDayCount) : group.length;
    return group.map((article, position) => ({
      id: article.id,
      article,
      day: position === 0 ? { title: longDate(article.publishedAt), count: formatCount(count) } : null,
    }));
  });
}

const formatCount = (count: number): string => (count === 1 ? "1 article" : `${count} articles`);

const ROW_HEIGHT = 176;

interface ArticleListProps {
  news: NewsList;
  onFlag: SetArticleFlags;
  onTool: (toolId: string) => void;
}

/** Article cards grouped by day. More articles load on scrolling. Only visible cards are rendered. */
export function ArticleList({ news, onFlag, onTool }: ArticleListProps) {
  const { articles, isOutdated } = news;
  const rows = useMemo(() => toRows(articles, news.lastDayCount), [articles, news.lastDayCount]);
  const { renderedRows, gapAfter, listProps, rowProps } = useRowList({
    rows,
    rowHeight: ROW_HEIGHT,
    rowKeys: undefined,
  });

  const isEndNear = renderedRows.at(-1)?.index === rows.length - 1;
  const isPrinting = useIsPrinting();
  useLoadMoreWhile(news, isEndNear && !isPrinting && !isOutdated);

  return (
    <>
      <div
        {...listProps}
        aria-busy={isOutdated}
        className={classNames("-mt-3 transition-opacity", isOutdated && "opacity-60")}
      >
        {renderedRows.map(({ row: { id, article, day }, index, gap }) => {
          // A click next to a card's links opens nothing, because its text can be selected.
          const { onClick: _, ...props } = rowProps(index);
          return (
            <Fragment key={id}>
              {gap > 0 && <div style={{ height: gap }} />}
              <div {...props} className="pt-3">
                {day && (
                  <div className="flex items-baseline gap-3 pt-2 pb-3">
                    <h2 className="text-base font-semibold text-ink">{day.title}</h2>
                    <span className="text-xs text-ink-faint tabular-nums">{day.count}</span>
                  </div>
                )}
                <ArticleCard article={article} onFlag={onFlag} onTool={onTool} />
              </div>
            </Fragment>
          );
        })}
        {gapAfter > 0 && <div style={{ height: gapAfter }} />}
      </div>
      <LoadMore list={news} nouns="articles" label="Show More Articles" />
    </>
  );
}
