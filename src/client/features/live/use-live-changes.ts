import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

import type { LiveMessage } from "#shared/kernel/ledger.ts";

type Listener = (message: LiveMessage) => void;

// Outside React, because the module that sends messages loads after the page.
const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let isLost = false;

/** Subscribes a listener to the live stream: changes by other users, and by this user in any tab. */
export function useLiveChanges(listener: Listener): void {
  const hear = useEffectEvent(listener);
  useEffect(() => {
    const own: Listener = (message) => hear(message);
    listeners.add(own);
    return () => void listeners.delete(own);
  }, []);
}

/** Passes a message of the live stream to all listeners. */
export function notifyLiveChanges(message: LiveMessage): void {
  for (const listener of listeners) listener(message);
}

/** True while the stream has been lost for a while. */
export const useIsLiveLost = (): boolean => useSyncExternalStore(watchLost, () => isLost);

/** Records that the stream is lost or restored, and notifies components. */
export function notifyLiveLost(isLostNow: boolean): void {
  isLost = isLostNow;
  for (const notify of watchers) notify();
}

function watchLost(notify: () => void): () => void {
  watchers.add(notify);
  return () => void watchers.delete(notify);
}
