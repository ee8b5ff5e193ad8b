import { useMemo } from "react";

import { useSetArticleFlags } from "#client/features/news/articles/use-article-flags.ts";

import { LinkedArticle } from "./linked-article.tsx";
import { NewsBrowser } from "./news-browser.tsx";
import { NewsHeader } from "./news-header.tsx";
import { useNewsUpdate } from "./use-news-update.ts";
import { useNewsView } from "./use-news-view.ts";
import { listInput, useNews } from "./use-news.ts";

/** News Stack: articles about the catalogue's tools, by day. */
export function NewsPage() {
  const { filter, linkedId, requested, actions } = useNewsView();
  const input = useMemo(() => listInput(requested), [requested]);
  const news = useNews(input);
  const update = useNewsUpdate();
  const mark = useSetArticleFlags(input);

  return (
    <div className="flex flex-col gap-3 md:gap-4">
      <NewsHeader isRefetching={news.isRefetching} onRefresh={news.refresh} update={update} />
      {linkedId === null ? (
        <NewsBrowser
          news={news}
          update={update}
          input={input}
          filter={filter}
          requested={requested}
          actions={actions}
          onMark={mark}
        />
      ) : (
        <LinkedArticle key={linkedId} id={linkedId} onLeave={actions.showList} onMark={mark} />
      )}
    </div>
  );
}
