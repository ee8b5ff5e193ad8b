import type { App } from "#server/app.ts";

/** Returns the team's time zone: the configured one, or the server's. */
export const timeZoneOf = ({ config }: Pick<App, "config">): string =>
  config.scheduleTimezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
