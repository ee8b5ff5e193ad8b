import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

import type { LiveMessage } from "#shared/kernel/ledger.ts";

type Listener = (message: LiveMessage) => void;

// Apart from React, since what is told comes from a part that is loaded after the page.
const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let isLost = false;

/** Has the listener told once of every message of the live stream: what others did, and this person in any tab. */
export function useLiveChanges(listener: Listener): void {
  const hear = useEffectEvent(listener);
  useEffect(() => {
    const own: Listener = (message) => hear(message);
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
}

/** Hands a message of the live stream to all who listen. */
export function notifyLiveChanges(message: LiveMessage): void {
  for (const listener of listeners) listener(message);
}

/** True while the stream has been lost for longer than a moment. */
export const useIsLiveLost = (): boolean => useSyncExternalStore(watchLost, () => isLost);

/** Notes that the stream is lost, or there again. */
export function notifyLiveLost(isLostNow: boolean): void {
  isLost = isLostNow;
  for (const tell of watchers) tell();
}

function watchLost(tell: () => void): () => void {
  watchers.add(tell);
  return () => void watchers.delete(tell);
}
