import { useMemo, useRef, useState, useCallback } from "react";

import { messageOf } from "#client/api/errors.ts";
import { loadState, pagedList } from "#client/api/load-state.ts";
import { firstPageOf, hasFewPages, otherLists } from "#client/api/query-client.ts";
import { trpc, getQueryKey } from "#client/api/trpc.ts";
import { useFollowRun } from "#client/features/jobs/followed-runs.tsx";
import { resultToast, RESULT_NOUNS } from "#client/features/jobs/outcome-words.ts";
import { useChange } from "#client/features/library/use-change.ts";
import type { NewsFilter } from "#client/features/news/page/news-view.ts";
import { useCurrentUser } from "#client/features/users/use-auth.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { useDeferredFirstValue } from "#client/ui/use-deferred-first-value.ts";
import type { Article, NewsQuery } from "#shared/news/news.ts";
import type { JobProgress } from "#shared/operations/jobs.ts";

const PAGE_SIZE = 30;
const STALE_TIME_MS = 5 * 60_000;
const NO_ARTICLES: readonly Article[] = [];

/** Returns the server's input for a filter. */
export function listInput({ search, toolId, show }: NewsFilter): NewsQuery {
  const text = search.trim().slice(0, 200);
  return {
    limit: PAGE_SIZE,
    show,
    timeZone: timeZone(),
    ...(text !== "" && { search: text }),
    ...(toolId !== null && { toolId }),
  };
}

/** Returns the browser's time zone. Returns UTC if the browser reports an invalid one, such as "Etc/Unknown". */
export function timeZone(): string {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: zone }).format();
    return zone;
  } catch {
    return "UTC";
  }
}

export type NewsList = ReturnType<typeof useNews>;

/** Loads matching articles page by page. The previous articles remain until they arrive. */
export function useNews(input: NewsQuery) {
  const toast = useToast();
  const { news } = trpc.useUtils();
  const list = trpc.news.list.useInfiniteQuery(input, {
    staleTime: STALE_TIME_MS,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (former) => former,
    refetchOnMount: (query) => hasFewPages(query),
  });
  const { isFetching, isFetchingNextPage, isPlaceholderData, refetch } = list;
  const data = useDeferredFirstValue(list.data);
  const articles = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? NO_ARTICLES, [data]);
  const [first] = data?.pages ?? [];

  function refetchList() {
    news.list.setInfiniteData(input, (known) => known && firstPageOf(known));
    return refetch();
  }

  async function refresh() {
    const [{ isError: hasFailed, error }] = await Promise.all([
      refetchList(),
      news.perDay.invalidate(),
      news.status.invalidate(),
    ]);
    if (hasFailed) toast.failure("Update Failed", messageOf(error, "Failed to fetch latest news articles."));
    else toast.success("News Updated", "Latest articles have been fetched successfully.");
  }

  return {
    ...pagedList(list, { shown: data }),
    articles,
    /** Number of matching articles and of all; null before the first reply. */
    counts: first?.counts ?? null,
    /** True if the shown articles belong to the previous filter. */
    isOutdated: isPlaceholderData,
    isRefetching: data !== undefined && isFetching && !isFetchingNextPage && !isPlaceholderData,
    refresh: () => void refresh(),
    readAt: list.dataUpdatedAt,
    /** True while the articles load from the first page. */
    isReading: isFetching && !isFetchingNextPage,
    refetchList: () => void refetchList(),
    /** Total number of articles on the last article's day. */
    lastDayCount: data?.pages.at(-1)?.lastDayCount ?? 0,
  };
}

/** Returns the time and state of the last news update. */
export const useNewsStatus = () => trpc.news.status.useQuery(undefined, { staleTime: STALE_TIME_MS }).data;

/** Returns the number of articles on each of the last days, in the browser's time zone. */
export const useNewsPerDay = () => trpc.news.perDay.useQuery({ timeZone: timeZone() });

/** Loads the article that a link opens. */
export function useLinkedArticle(id: string) {
  const query = trpc.news.get.useQuery({ id });
  return { ...loadState(query), article: query.data };
}

export type NewsUpdate = ReturnType<typeof useNewsUpdate>;

/** Starts a fetch of news about every tool in the background, and shows the result afterwards. */
export function useNewsUpdate() {
  const toast = useToast();
  const { news } = trpc.useUtils();
  const [progress, setProgress] = useState<JobProgress | null>(null);
  const isOwn = useRef(false);
  const follow = useFollowRun();

  // The subscription ends by itself if no fetch is running. It also follows a fetch that another user started, but
  // those results are shown on request.
  const { reset } = trpc.news.watchFetch.useSubscription(undefined, {
    onData: setProgress,
    onComplete() {
      setProgress(null);
      if (isOwn.current) void news.invalidate();
      isOwn.current = false;
    },
  });
  const { mutate, isPending } = trpc.news.fetchAll.useMutation({
    onSuccess({ message, jobId }) {
      toast.success("News Update Started", message || "News update has been triggered");
      follow(jobId);
      isOwn.current = true;
      reset();
    },
    onError: (error) => toast.failure("Update Failed", messageOf(error, "Failed to trigger news update")),
  });
  return { start: () => mutate(), isRunning: isPending || progress !== null, progress };
}

/** Returns a mutation that fetches news about one tool now. */
export function useFetchToolNews() {
  const toast = useToast();
  const isAdmin = useCurrentUser()?.role === "admin";
  const { news } = trpc.useUtils();
  return trpc.news.fetchForTool.useMutation({
    onSuccess: ({ added, sourceErrors }) => {
      const result = { added, failedSources: sourceErrors.length };
      const { tone, title, text, link } = resultToast(RESULT_NOUNS["news.fetch"], result, isAdmin);
      toast[tone](title, text, { link });
      return news.invalidate();
    },
    onError: (error) =>
      toast.failure("Update Failed", messageOf(error, "Failed to fetch latest news articles.")),
  });
}

type ArticleFlags = Partial<Pick<Article, "isRead" | "isStarred">>;
export type SetArticleFlags = (article: Article, marks: ArticleFlags) => void;

/**
 * Returns a function that updates articles in the shown list. They remain there even if they no longer match its
 * filter.
 */
function useChangeArticles(input: NewsQuery): (marks: ArticleFlags, id?: string) => void {
  const { news } = trpc.useUtils();
  return useCallback(
    (marks, id) => {
      if (id !== undefined) news.get.setData({ id }, (article) => article && { ...article, ...marks });
      news.list.setInfiniteData(
        input,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.map((article) =>
                id === undefined || article.id === id ? { ...article, ...marks } : article,
              ),
            })),
          },
      );
      // Lists under other filters are refetched when they are next shown.
      void news.list.invalidate(undefined, { refetchType: "none" });
    },
    [news, input],
  );
}

/** Returns a function that sets an article's flags at once. Reverts that if the server refuses. */
export function useSetArticleFlags(input: NewsQuery): SetArticleFlags {
  const toast = useToast();
  const change = useChangeArticles(input);
  const { news } = trpc.useUtils();
  const { mutateAsync } = trpc.news.mark.useMutation();
  return useCallback(
    ({ id, isRead, isStarred }, marks) => {
      change(marks, id);
      mutateAsync({ id, ...marks }).then(
        () =>
          void news.list.invalidate(undefined, otherLists(getQueryKey(trpc.news.list, input, "infinite"))),
        (error: unknown) => {
          change({ isRead, isStarred }, id);
          toast.failure("Error", messageOf(error, "Failed to update article"));
        },
      );
    },
    [news, input, change, mutateAsync, toast],
  );
}

/** Returns a mutation that marks all news as read for this user. */
export function useMarkAllRead(input: NewsQuery) {
  const change = useChangeArticles(input);
  const { news } = trpc.useUtils();
  return trpc.news.markAllRead.useMutation(
    useChange({
      done: "All news marked as read",
      failed: { title: "Error", text: "Failed to mark all news as read" },
      onDone() {
        change({ isRead: true });
        // The refetched unread list shows that nothing is left.
        if (input.show === "unread") void news.list.invalidate();
      },
    }),
  );
}
