import { ArrowLeft, RefreshCw, Rss } from "lucide-react";
import { useMemo } from "react";

import { UpdateLine } from "#client/features/jobs/update-line.tsx";
import { ArticleCard } from "#client/features/news/articles/article-card.tsx";
import {
  type SetArticleFlags,
  type NewsUpdate,
  useSetArticleFlags,
  useNewsUpdate,
  listInput,
  useLinkedArticle,
  useNews,
  useNewsStatus,
} from "#client/features/news/use-news.ts";
import { longDate } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

import { NewsBrowser } from "./news-browser.tsx";
import { type NewsFilter, useNewsView } from "./news-view.ts";

/** News Stack: articles about the tools of the catalogue, by day. */
export function NewsPage() {
  const { filter, linkedId, requested, actions } = useNewsView();
  const input = useMemo(() => listInput(requested), [requested]);
  const news = useNews(input);
  const update = useNewsUpdate();
  const setFlags = useSetArticleFlags(input);

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
          onFlag={setFlags}
        />
      ) : (
        <LinkedArticle key={linkedId} id={linkedId} onLeave={actions.showList} onFlag={setFlags} />
      )}
    </div>
  );
}

interface LinkedArticleProps {
  id: string;
  /** Shows all articles, or only those that match a filter. */
  onLeave: (filter?: Partial<NewsFilter>) => void;
  onFlag: SetArticleFlags;
}

/** Single article that a link opened. */
function LinkedArticle({ id, onLeave, onFlag }: LinkedArticleProps) {
  const { article, isError, retry } = useLinkedArticle(id);
  return (
    <>
      <div>
        <Button icon={<ArrowLeft aria-hidden />} onClick={() => onLeave()}>
          Show All News
        </Button>
      </div>
      {isError && (
        <ErrorState
          title="Article Not Found"
          text="It couldn't be loaded. It may have been removed since this link was created."
          onRetry={retry}
        />
      )}
      {!isError && !article && <Skeleton className="h-41 rounded-card" />}
      {article && (
        <>
          <h2 className="text-base font-semibold text-ink">{longDate(article.publishedAt)}</h2>
          <ArticleCard article={article} isAlone onFlag={onFlag} onTool={(toolId) => onLeave({ toolId })} />
        </>
      )}
    </>
  );
}

interface NewsHeaderProps {
  isRefetching: boolean;
  onRefresh: () => void;
  update: NewsUpdate;
}

/**
 * Section title with two buttons: one reloads from the server, the other fetches from the sources. On phones, the
 * list's menu contains the first one.
 */
function NewsHeader({ isRefetching, onRefresh, update }: NewsHeaderProps) {
  return (
    <PageHeader
      isCompact
      title="News Stack"
      subtitle="Stay updated with the latest developments in the AI tools ecosystem"
      note={<UpdateLine status={useNewsStatus()} />}
      actions={
        <>
          <Button
            icon={<RefreshCw aria-hidden />}
            className="max-md:hidden"
            isPending={isRefetching}
            pendingLabel="Updating..."
            onClick={onRefresh}
          >
            Refresh
          </Button>
          <Button
            variant="primary"
            icon={<Rss aria-hidden />}
            isPending={update.isRunning}
            onClick={update.start}
          >
            Update All News
          </Button>
        </>
      }
    />
  );
}
