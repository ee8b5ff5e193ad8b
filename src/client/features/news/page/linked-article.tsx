import { ArrowLeft } from "lucide-react";

import { ArticleCard } from "#client/features/news/articles/article-card.tsx";
import type { SetArticleFlags } from "#client/features/news/articles/use-article-flags.ts";
import { longDate } from "#client/format/dates.ts";
import { Button } from "#client/ui/button.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";

import type { NewsFilter } from "./news-view-url.ts";
import { useLinkedArticle } from "./use-news.ts";

interface LinkedArticleProps {
  id: string;
  /** Shows all articles, or those that match a filter. */
  onLeave: (filter?: Partial<NewsFilter>) => void;
  onMark: SetArticleFlags;
}

/** Single article that a link opens. */
export function LinkedArticle({ id, onLeave, onMark }: LinkedArticleProps) {
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
          <ArticleCard article={article} isAlone onMark={onMark} onTool={(toolId) => onLeave({ toolId })} />
        </>
      )}
    </>
  );
}
