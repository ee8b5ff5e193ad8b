import { useEffect } from "react";

import { noteChangeElsewhere } from "#client/api/freshness.ts";
import { trpc } from "#client/api/trpc.ts";

import { keepLive } from "./keep-live.ts";
import { createRefresh } from "./refresh.ts";
import { tellLiveChanges, tellLiveLost } from "./use-live-changes.ts";

/** Tells this tab what changes elsewhere, and has it read again. */
export function LiveUpdates() {
  const utils = trpc.useUtils();
  useEffect(() => {
    // Nothing that tells is left without it but what people do themselves.
    if (!("EventSource" in window)) return undefined;
    const refresh = createRefresh(utils);
    return keepLive(utils.client, {
      onMessage(message) {
        noteChangeElsewhere();
        refresh(message);
        tellLiveChanges(message);
      },
      onLost: tellLiveLost,
    });
  }, [utils]);
  return null;
}
