import type { ReactNode } from "react";

import { updateCard } from "#client/features/workspace/schedule-words.ts";
import { useWorkspaceSettings } from "#client/features/workspace/use-workspace-settings.ts";
import { Card } from "#client/ui/card.tsx";
import { Skeleton } from "#client/ui/feedback/progress.tsx";
import { PerDayChart } from "#client/ui/per-day-chart.tsx";
import type { WorkspaceSettings } from "#shared/accounts/workspace.ts";
import type { PaperStats as Stats } from "#shared/papers/papers.ts";

interface PaperStatsProps {
  /** Total number of papers; null while unknown. */
  total: number | null;
  stats: Stats | undefined;
}

/** Overview of the papers: total, schedule, category, and number per day. */
export function PaperStats({ total, stats }: PaperStatsProps) {
  const settings = useWorkspaceSettings();
  const updates = settings && updateCard(settings);
  return (
    <div className="contents gap-2 md:grid md:grid-cols-3 md:@3xl:grid-cols-[repeat(3,minmax(0,1fr))_minmax(0,2fr)] md:@3xl:gap-4">
      <div className="grid grid-cols-[auto_auto_auto] gap-1 md:contents">
        <Stat
          value={total === null ? <ValueSkeleton /> : total.toLocaleString("en-US")}
          label="Papers Available"
        />
        <Stat value={updates?.value ?? <ValueSkeleton />} label={updates?.label ?? "\u00a0"} />
        <Stat
          value={settings ? <Categories {...settings.papers} /> : <ValueSkeleton />}
          label="Category Focus"
        />
      </div>
      {/* On phones, the chart follows the loaded papers. */}
      <Card className="col-span-3 px-3 py-3 max-md:order-last max-md:group-has-data-skeleton/papers:hidden @3xl:col-span-1 @3xl:px-5">
        {stats ? <PerDayChart days={stats.days} noun="paper" /> : <Skeleton className="h-14" />}
      </Card>
    </div>
  );
}

const Categories = ({ category, otherCategories }: WorkspaceSettings["papers"]) => (
  <>
    {category}
    {otherCategories.length > 0 && (
      <span title={otherCategories.join(", ")} className="text-ink-muted">
        {` +${otherCategories.length}`}
      </span>
    )}
  </>
);

const ValueSkeleton = () => <Skeleton className="h-5 w-12 md:my-0.5 @3xl:my-1" />;

function Stat({ value, label }: { value: ReactNode; label: string }) {
  return (
    <Card className="flex flex-col justify-center px-1.5 py-1 md:px-3 md:py-3 @3xl:px-5">
      <div className="text-sm font-semibold wrap-anywhere tabular-nums md:text-base @3xl:text-xl">
        {value}
      </div>
      {/* Two lines where a label may wrap, so that nothing moves when it loads. */}
      <p className="text-xs text-ink-muted md:min-h-8 @3xl:min-h-4">{label}</p>
    </Card>
  );
}
