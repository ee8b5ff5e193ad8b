import { CheckCheck, Newspaper, SearchX, Star } from "lucide-react";
import type { ReactNode } from "react";

import { newsSentence } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { Button } from "#client/ui/button.tsx";
import { EmptyState } from "#client/ui/feedback/states.tsx";
import { isolated } from "#shared/texts/escaping.ts";

import type { NewsFilter } from "./news-view-url.ts";
import { type NewsUpdate, useFetchToolNews } from "./use-news-update.ts";

interface NoNewsProps {
  filter: NewsFilter;
  /** True if there are no articles at all, regardless of the filter. */
  isEmpty: boolean;
  update: NewsUpdate;
  onFilter: (filter: Partial<NewsFilter>) => void;
  onClear: () => void;
}

/** Message for an empty list, with a next step. */
export function NoNews({
  filter: { search, toolId, show },
  isEmpty,
  update,
  onFilter,
  onClear,
}: NoNewsProps): ReactNode {
  if (isEmpty) return <EmptyFeed update={update} />;
  if (search.trim() !== "") {
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No articles found matching "${isolated(search.trim())}"`}
        action={<Button onClick={onClear}>Clear Filters</Button>}
      />
    );
  }
  if (toolId !== null && show === "all") return <NoNewsOfTool toolId={toolId} onClear={onClear} />;
  const showAll = <Button onClick={() => onFilter({ show: "all" })}>Show All Articles</Button>;
  return show === "starred" ? (
    <EmptyState
      icon={<Star />}
      title="No Starred Articles"
      text="Articles you star appear here. Only you can see your stars."
      action={showAll}
    />
  ) : (
    <EmptyState icon={<CheckCheck />} title="You're All Caught Up" action={showAll} />
  );
}

function EmptyFeed({ update }: { update: NewsUpdate }) {
  return (
    <EmptyState
      icon={<Newspaper />}
      title="No News Articles Yet"
      text="News articles will appear here as they are discovered for your AI tools."
      action={
        <Button variant="primary" isPending={update.isRunning} onClick={update.start}>
          Check for News
        </Button>
      }
    />
  );
}

function NoNewsOfTool({ toolId, onClear }: { toolId: string; onClear: () => void }) {
  const fetchNews = useFetchToolNews();
  const settings = useWorkspaceSettings();
  return (
    <EmptyState
      icon={<Newspaper />}
      title="No News About This Tool Yet"
      text={`${settings ? `${newsSentence(settings)} ` : ""}You can check now.`}
      action={
        <>
          <Button onClick={onClear}>Show All Articles</Button>
          <Button
            isPending={fetchNews.isPending}
            pendingLabel="Updating..."
            onClick={() => fetchNews.mutate({ id: toolId })}
          >
            Check for News
          </Button>
        </>
      }
    />
  );
}
