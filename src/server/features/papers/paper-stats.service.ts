import type { App } from "#server/app.ts";
import { dayIn, lastDays } from "#shared/day-counts.ts";
import type { PaperStats } from "#shared/papers.ts";

import { countByCategory, countByDay } from "./paper-stats.queries.ts";

const dayOf = dayIn("UTC");

/** The categories that papers are in, and how many were published on each of the last days, today included. */
export async function paperStats(app: App): Promise<PaperStats> {
  const days = lastDays(dayOf(app.now()));
  const [categories, counted] = await Promise.all([
    countByCategory(app.db),
    countByDay(app.db, days[0] ?? ""),
  ]);
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  return { categories, days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) };
}
