import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

import type { LiveMessage } from "#shared/kernel/ledger.ts";

type Listener = (message: LiveMessage) => void;

// Outside React, because the module that sends messages loads after the page.
const listeners = new Set<Listener>();
const lostListeners = new Set<() => void>();
let isLost = false;

/** Subscribes a listener to the live stream: changes by other users, and by this user in any tab. */
export function useLiveChanges(listener: Listener): void {
  const notify = useEffectEvent(listener);
  useEffect(() => {
    const subscriber: Listener = (message) => notify(message);
    listeners.add(subscriber);
    return () => void listeners.delete(subscriber);
  }, []);
}

/** Passes a message of the live stream to all listeners. */
export function notifyLiveChanges(message: LiveMessage): void {
  for (const listener of listeners) listener(message);
}

/** True while the stream has been lost for a while. */
export const useIsLiveLost = (): boolean => useSyncExternalStore(subscribeToLost, () => isLost);

/** Records that the stream is lost or restored, and notifies components. */
export function notifyLiveLost(isLostNow: boolean): void {
  isLost = isLostNow;
  for (const notify of lostListeners) notify();
}

function subscribeToLost(notify: () => void): () => void {
  lostListeners.add(notify);
  return () => void lostListeners.delete(notify);
}
