import { Download } from "lucide-react";
import { useState } from "react";

import { Button } from "#client/ui/button.tsx";
import { classNames } from "#client/ui/class-names.ts";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { ErrorState } from "#client/ui/feedback/states.tsx";
import type { ActivityFilter } from "#shared/kernel/activity.ts";

import { ActivityControls } from "./activity-controls.tsx";
import { ActivityRow } from "./activity-row.tsx";
import { activityFilter, type ActivityView, isFiltered, WHOLE_ACTIVITY } from "./activity-view.ts";
import { useActivity, useExportActivity } from "./use-activity.ts";

const WHOLE = { view: WHOLE_ACTIVITY, filter: {} };

/** Admin panel to browse and export the activity log. */
export function ActivityPanel() {
  const [{ view, filter }, setState] = useState<{ view: ActivityView; filter: ActivityFilter }>(WHOLE);
  const activity = useActivity(filter);
  const { exportActivity, isPending } = useExportActivity();

  function handleChange(changes: Partial<ActivityView>) {
    const next = { ...view, ...changes };
    setState({ view: next, filter: activityFilter(next, new Date()) });
  }

  return (
    <div className="flex flex-col gap-3">
      <ActivityControls view={view} onChange={handleChange} />
      <ActivityList activity={activity} isFiltered={isFiltered(view)} />
      <div className="flex flex-wrap gap-2">
        {activity.hasMore && (
          <Button
            size="small"
            isPending={activity.isLoadingMore}
            pendingLabel="Loading..."
            onClick={activity.loadMore}
          >
            Show More
          </Button>
        )}
        <Button
          size="small"
          icon={<Download aria-hidden />}
          isPending={isPending}
          pendingLabel="Exporting..."
          onClick={() => exportActivity(filter)}
        >
          Export CSV
        </Button>
      </div>
    </div>
  );
}

interface ActivityListProps {
  activity: ReturnType<typeof useActivity>;
  isFiltered: boolean;
}

function ActivityList({ activity, isFiltered: isPart }: ActivityListProps) {
  const { lines, isPending, isError, isOutdated, hasMoreFailed } = activity;
  if (isError) return <ErrorState text="Couldn't load the activity." onRetry={activity.retry} />;
  if (isPending) return <Skeleton className="h-60" />;
  if (lines.length === 0)
    return (
      <p className="rounded-control border border-dashed border-line-strong px-4 py-8 text-center text-pretty text-ink-muted">
        {isPart
          ? "No activity matches these filters."
          : "Nothing yet. People's additions, changes, deletions and comments will appear here."}
      </p>
    );
  return (
    <>
      <ul
        aria-label="Activity"
        aria-busy={isOutdated}
        className={classNames(
          "divide-y divide-line rounded-control border border-line bg-surface transition-opacity",
          isOutdated && "opacity-60",
        )}
      >
        {lines.map((line) => (
          <ActivityRow key={line.seq} line={line} />
        ))}
      </ul>
      {hasMoreFailed && (
        <p role="alert" className="text-danger-ink">
          Couldn&apos;t load more. Please try again.
        </p>
      )}
    </>
  );
}
