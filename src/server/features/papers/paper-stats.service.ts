import type { App } from "#server/app.ts";
import type { PaperStats } from "#shared/papers.ts";
import { PAPER_STATS_DAYS } from "#shared/papers.ts";

import { countByCategory, countByDay } from "./paper-stats.queries.ts";

const DAY_MS = 24 * 3_600_000;

/** The categories that papers are in, and how many were published on each of the last days, today included. */
export async function paperStats(app: App): Promise<PaperStats> {
  const today = app.now().getTime();
  const days = Array.from({ length: PAPER_STATS_DAYS }, (_, ago) =>
    new Date(today - ago * DAY_MS).toISOString().slice(0, 10),
  ).toReversed();
  const [categories, counted] = await Promise.all([
    countByCategory(app.db),
    countByDay(app.db, days[0] ?? ""),
  ]);
  const counts = new Map(counted.map(({ day, count }) => [day, count]));
  return { categories, days: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) };
}
