import type { trpc } from "#client/api/trpc.ts";
import type { LiveMessage, WatchRequest } from "#shared/kernel/ledger.ts";

import { LiveLine } from "./live-line.ts";

type Client = ReturnType<typeof trpc.useUtils>["client"];

interface Listeners {
  onMessage: (message: LiveMessage) => void;
  onLost: (isLost: boolean) => void;
}

/**
 * Keeps one live stream open while the page is to be seen, and returns the way to end it. Of a server that speaks
 * HTTP/1.1 browsers hold six connections for all tabs: those that nobody looks at must not keep one.
 */
export function connectLive(client: Client, { onMessage, onLost }: Listeners): () => void {
  const line = new LiveLine<LiveMessage>({
    onMessage,
    onLost,
    open(lastEventId, events) {
      const request = lastEventId === null ? whatThePageMayHold() : { lastEventId };
      const stream = client.events.watch.subscribe(request, {
        onData: ({ id, data }) => events.onMessage(data, id),
        onError: (error) => events.onEnd(error),
        onComplete: () => events.onEnd(),
        // It would come back by itself, but not as soon.
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
  // Also when it goes: a stream over a line that is down looks open.
  for (const name of ["online", "offline"]) window.addEventListener(name, renew, { signal: stop.signal });
  follow();
  return () => {
    stop.abort();
    line.stop();
  };
}

const DAY_MS = 86_400_000;

/** Lists that were read since the page began to load. The one clock stands still while the machine sleeps, the other is set. */
function whatThePageMayHold(): WatchRequest {
  const loadedFor = Math.max(performance.now(), Date.now() - performance.timeOrigin);
  return loadedFor > DAY_MS ? { after: 0 } : { loadedFor };
}
