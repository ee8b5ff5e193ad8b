import { Card } from "#client/ui/card.tsx";
import { PerDayChart } from "#client/ui/per-day-chart.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";

import { useNewsPerDay } from "./use-news.ts";

/** How much news there was on each of the last days. */
export function NewsPerDay() {
  const { data, isError } = useNewsPerDay();
  if (isError) return null;
  return (
    <Card className="px-3 py-3 md:px-5">
      {data ? <PerDayChart days={data.days} noun="article" /> : <Skeleton className="h-14" />}
    </Card>
  );
}
