import { useEffect } from "react";

import { noteChangeElsewhere } from "#client/api/freshness.ts";
import { trpc } from "#client/api/trpc.ts";

import { connectLive } from "./live-connection.ts";
import { createRefresh } from "./refresh.ts";
import { notifyLiveChanges, notifyLiveLost } from "./use-live-changes.ts";

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
