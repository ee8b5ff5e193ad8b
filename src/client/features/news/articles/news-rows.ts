import { dayKey, longDate } from "#client/format/dates.ts";
import type { Article } from "#shared/news/news.ts";

/** The day above the first of its articles. */
interface Day {
  title: string;
  /** "1 article", "12 articles". */
  count: string;
}

export interface NewsRow {
  id: string;
  article: Article;
  /** Null for all but a day's first article. */
  day: Day | null;
}

/**
 * The articles with the days, in this browser's time zone, over them. The last day may go on: `lastDayCount` articles
 * it has in all.
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
