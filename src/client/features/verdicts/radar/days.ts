const DAY_MS = 86_400_000;

/** How many days the second one is after the first, both as fields keep days. */
export const daysBetween = (first: string, second: string): number =>
  Math.round((Date.parse(second) - Date.parse(first)) / DAY_MS);

/** The day that comes so many days after another one. */
export const dayAfter = (first: string, days: number): string =>
  new Date(Date.parse(first) + days * DAY_MS).toISOString().slice(0, 10);
