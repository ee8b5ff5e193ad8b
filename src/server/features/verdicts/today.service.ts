import type { App } from "#server/app.ts";

/** Returns today's date in the team's time zone, such as 2026-11-24. */
export function todayOf({ config, now }: Pick<App, "config" | "now">): string {
  const day = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const parts = new Intl.DateTimeFormat("en-US", {
    ...day,
    ...(config.scheduleTimezone !== null && { timeZone: config.scheduleTimezone }),
  }).formatToParts(now());
  const part = (type: keyof typeof day) => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}
