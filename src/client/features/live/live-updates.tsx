import { useEffect } from "react";

import { noteChangeElsewhere } from "#client/api/freshness.ts";
import { trpc } from "#client/api/trpc.ts";
import type { LiveMessage, WatchRequest } from "#shared/kernel/ledger.ts";

import { LiveLine } from "./live-line.ts";
import { createRefresh } from "./refresh.ts";
import { notifyLiveChanges, notifyLiveLost } from "./use-live-changes.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];

interface Listeners {
  onMessage: (message: LiveMessage) => void;
  onLost: (isLost: boolean) => void;
}

/**
 * Maintains a live stream while the page is visible. Returns a function that closes it. Over HTTP/1.1 browsers allow
 * six connections per server for all tabs, so hidden tabs must not use one.
 */
function connectLive(client: Client, { onMessage, onLost }: Listeners): () => void {
  const line = new LiveLine<LiveMessage>({
    onMessage,
    onLost,
    open(lastEventId, events) {
      const request = lastEventId === null ? whatThePageMayHold() : { lastEventId };
      const stream = client.events.watch.subscribe(request, {
        onData: ({ id, data }) => events.onMessage(data, id),
        onError: (error) => events.onEnd(error),
        onComplete: () => events.onEnd(),
        // It would reconnect by itself, but later.
        onConnectionStateChange: ({ state, error }) => {
          if (state === "connecting" && error) events.onEnd(error);
        },
      });
      return () => stream.unsubscribe();
    },
  });
  const follow = () => {
    if (document.visibilityState === "visible") line.start();
    else line.stop();
  };
  const renew = () => line.renew();
  const stop = new AbortController();
  document.addEventListener("visibilitychange", follow, { signal: stop.signal });
  // Also on "offline", because a stream over a lost connection looks open.
  for (const name of ["online", "offline"]) window.addEventListener(name, renew, { signal: stop.signal });
  follow();
  return () => {
    stop.abort();
    line.stop();
  };
}

const DAY_MS = 86_400_000;

/**
 * Returns the time since the page began to load, during which it may have read lists. One clock stops during sleep;
 * the other can be changed.
 */
function whatThePageMayHold(): WatchRequest {
  const loadedFor = Math.max(performance.now(), Date.now() - performance.timeOrigin);
  return loadedFor > DAY_MS ? { after: 0 } : { loadedFor };
}

/** Subscribes this tab to changes and refetches the affected data. */
export function LiveUpdates() {
  const utils = trpc.useUtils();
  useEffect(() => {
    // Without it, the tab only shows the user's own changes.
    if (!("EventSource" in window)) return undefined;
    const refresh = createRefresh(utils);
    return connectLive(utils.client, {
      onMessage(message) {
        noteChangeElsewhere();
        refresh(message);
        notifyLiveChanges(message);
      },
      onLost: notifyLiveLost,
    });
  }, [utils]);
  return null;
}
