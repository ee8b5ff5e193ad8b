import { lazy } from "#shared/kernel/lazy.ts";

const HEIGHT = 32;
const STEP = 10;
const BAR = 7;

interface PerDayChartProps {
  /** All days in order as YYYY-MM-DD, the oldest first. */
  days: readonly { day: string; count: number }[];
  /** Singular noun for the counted items. */
  noun: string;
}

// In UTC, so that each date is formatted as given, regardless of the browser's time zone.
const dayAndMonth = lazy(
  () => new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" }),
);
const formatDay = (day: string) => dayAndMonth().format(new Date(day));

/** Bar chart of the number of items published on each of the last days. */
export function PerDayChart({ days, noun }: PerDayChartProps) {
  const formatCount = (count: number) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);
  const max = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const peak = days.find(({ count }) => count === max);
  const summary =
    `${formatCount(total)} published in the last ${days.length} days` +
    (peak ? `, most on ${formatDay(peak.day)} (${max})` : "");
  return (
    <figure>
      <svg
        aria-hidden
        viewBox={`0 0 ${days.length * STEP - (STEP - BAR)} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-8 w-full"
      >
        {days.map(({ day, count }, index) => {
          const height = count === 0 ? 1 : Math.max(2, (count / max) * HEIGHT);
          return (
            <rect
              key={day}
              x={index * STEP}
              y={HEIGHT - height}
              width={BAR}
              height={height}
              className={count === 0 ? "fill-line-strong" : "fill-accent"}
            >
              <title>{`${formatDay(day)}: ${formatCount(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="mt-1.5 flex justify-between gap-3 text-xs text-ink-muted">
        <span className="sr-only">{summary}</span>
        <span aria-hidden>Published per day</span>
        <span aria-hidden className="tabular-nums">
          {formatDay(days[0]?.day ?? "")} to {formatDay(days.at(-1)?.day ?? "")}
        </span>
      </figcaption>
    </figure>
  );
}
