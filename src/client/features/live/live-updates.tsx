import { useEffect } from "react";

import { noteChangeElsewhere } from "#client/api/freshness.ts";
import { trpc } from "#client/api/trpc.ts";

import { connectLive } from "./live-connection.ts";
import { createRefresh } from "./refresh.ts";
import { notifyLiveChanges, notifyLiveLost } from "./use-live-changes.ts";

/** Tells this tab what changes elsewhere, and has it read again. */
export function LiveUpdates() {
  const utils = trpc.useUtils();
  useEffect(() => {
    // Nothing that tells is left without it but what people do themselves.
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
