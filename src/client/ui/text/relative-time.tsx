import { useSyncExternalStore } from "react";

import { dateTime, relativeTime, shortAge } from "#client/format/dates.ts";

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

/** "just now" within the first minute, then like RelativeTime. */
export function TimeSince({ iso }: { iso: string }) {
  const isJustNow = useSyncExternalStore(subscribe, () => isFresh(iso));
  return isJustNow ? <span>just now</span> : <RelativeTime iso={iso} />;
}

interface RelativeTimeProps {
  iso: string;
  /** True for "3 d" instead of "3 days ago". */
  isShort?: boolean;
}

/** "5 minutes ago", updated over time, with the exact time on hover. */
export function RelativeTime({ iso, isShort = false }: RelativeTimeProps) {
  const words = useSyncExternalStore(subscribe, () => (isShort ? shortAge(iso) : relativeTime(iso)));
  return (
    <time dateTime={iso} title={dateTime(iso)} className="whitespace-nowrap">
      {words}
    </time>
  );
}
