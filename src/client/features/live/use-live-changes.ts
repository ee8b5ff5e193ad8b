import { useEffect, useEffectEvent } from "react";

import type { LiveMessage } from "#shared/ledger.ts";

type Listener = (message: LiveMessage) => void;

// Apart from React, since what is told comes from a part that is loaded after the page.
const listeners = new Set<Listener>();

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
export function tellLiveChanges(message: LiveMessage): void {
  for (const listener of listeners) listener(message);
}
