import { RefreshCw, Rss } from "lucide-react";

import { UpdateLine } from "#client/features/jobs/update-line.tsx";
import { Button } from "#client/ui/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

import type { NewsUpdate } from "./use-news-update.ts";
import { useNewsStatus } from "./use-news.ts";

interface NewsHeaderProps {
  isRefetching: boolean;
  onRefresh: () => void;
  update: NewsUpdate;
}

/**
 * Section title with two buttons: reload from the server, and fetch from the sources. On phones, reload is in the menu
 * of the list.
 */
export function NewsHeader({ isRefetching, onRefresh, update }: NewsHeaderProps) {
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
