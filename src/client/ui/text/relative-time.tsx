import { useSyncExternalStore } from "react";

import { dateTime, relativeTime } from "#client/format/dates.ts";

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Subscribes to a clock shared by all times on the page. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((notify) => notify()), MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const isFresh = (iso: string) => Date.now() - Date.parse(iso) < MINUTE;

/** "just now" within the first minute, then the same as RelativeTime. */
export function TimeSince({ iso }: { iso: string }) {
  const isJustNow = useSyncExternalStore(subscribe, () => isFresh(iso));
  return isJustNow ? <span>just now</span> : <RelativeTime iso={iso} />;
}

interface RelativeTimeProps {
  iso: string;
  /** Formats the time as an age. */
  format?: (iso: string) => string;
}

/** "5 minutes ago", updated over time, with the exact time on hover. */
export function RelativeTime({ iso, format = relativeTime }: RelativeTimeProps) {
  const age = useSyncExternalStore(subscribe, () => format(iso));
  return (
    <time dateTime={iso} title={dateTime(iso)} className="whitespace-nowrap">
      {age}
    </time>
  );
}
