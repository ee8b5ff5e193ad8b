import { dayKey, longDate } from "#client/format/dates.ts";
import type { Article } from "#shared/news/news.ts";

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
 * Groups articles by day in the browser's time zone. The last day may continue on the next page: `lastDayCount` is its
 * total.
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
