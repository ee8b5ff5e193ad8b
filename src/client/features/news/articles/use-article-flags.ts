import { useCallback } from "react";

import { messageOf } from "#client/api/errors.ts";
import { listsBeside } from "#client/api/query-client.ts";
import { getQueryKey, trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { Article, NewsQuery } from "#shared/news/news.ts";

type Marks = Partial<Pick<Article, "isRead" | "isStarred">>;
export type SetArticleFlags = (article: Article, marks: Marks) => void;

/** Updates articles in the shown list. They remain there even if they no longer match the filter. */
function useChangeArticles(input: NewsQuery): (marks: Marks, id?: string) => void {
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

/** Sets an article's read or starred flag at once. Undoes it if the server refuses. */
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
          void news.list.invalidate(undefined, listsBeside(getQueryKey(trpc.news.list, input, "infinite"))),
        (error: unknown) => {
          change({ isRead, isStarred }, id);
          toast.failure("Error", messageOf(error, "Failed to mark article"));
        },
      );
    },
    [news, input, change, mutateAsync, toast],
  );
}

/** Marks all news as read for this user. */
export function useMarkAllRead(input: NewsQuery) {
  const change = useChangeArticles(input);
  const { news } = trpc.useUtils();
  return trpc.news.markAllRead.useMutation(
    useChange({
      done: "All News Marked as Read",
      failed: { title: "Error", text: "Failed to mark all news as read" },
      onDone() {
        change({ isRead: true });
        // The unread list refetches and shows that nothing is left.
        if (input.show === "unread") void news.list.invalidate();
      },
    }),
  );
}
