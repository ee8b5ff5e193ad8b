import { dayKey, longDate } from "#client/format/dates.ts";
import type { Article } from "#shared/news.ts";

/** The day above the first of its articles. */
interface Day {
  title: string;
  /** "1 article", "12 articles", and "12+ articles" while there may be more. */
  count: string;
}

export interface NewsRow {
  id: string;
  article: Article;
  /** Null for all but a day's first article. */
  day: Day | null;
}

/** The articles with the days, in this browser's time zone, over them. `hasMore` tells that the last day may go on. */
export function rowsOf(articles: readonly Article[], hasMore: boolean): NewsRow[] {
  const days = Map.groupBy(articles, ({ publishedAt }) => dayKey(publishedAt));
  const groups = [...days.values()];
  return groups.flatMap((group, index) => {
    const isOpen = hasMore && index === groups.length - 1;
    return group.map((article, position) => ({
      id: article.id,
      article,
      day:
        position === 0
          ? { title: longDate(article.publishedAt), count: countOf(group.length, isOpen) }
          : null,
    }));
  });
}

function countOf(count: number, isOpen: boolean): string {
  if (isOpen) return `${count}+ articles`;
  return count === 1 ? "1 article" : `${count} articles`;
}
