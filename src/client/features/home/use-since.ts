import { useEffect, useEffectEvent } from "react";

import { loadState } from "#client/api/load-state.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

/** Returns other people's activity since the user's last visit to Home. Records the visit while the page is visible. */
export function useSince() {
  const query = trpc.events.since.useQuery(undefined, { refetchOnMount: "always" });
  const { mutate: note } = trpc.events.visit.useMutation();
  const look = useEffectEvent(async () => {
    if (document.visibilityState !== "visible") return;
    // Waits for a request in progress.
    const { data: shown } = await query.refetch({ cancelRefetch: false });
    if (shown) note({ place: "home", seq: shown.upTo });
  });
  useEffect(() => {
    const onChange = () => void look();
    onChange();
    document.addEventListener("visibilitychange", onChange);
    return () => document.removeEventListener("visibilitychange", onChange);
  }, []);
  return { ...loadState(query), since: query.data };
}

/** Marks all shown activity as seen. It disappears at once and reappears if the request fails. */
export function useMarkSeen() {
  const toast = useToast();
  const { since } = trpc.useUtils().events;
  return trpc.events.markSeen.useMutation({
    async onMutate() {
      await since.cancel();
      const before = since.getData();
      const now = new Date().toISOString();
      since.setData(
        undefined,
        (shown) => shown && { ...shown, since: now, lines: [], more: 0, isComplete: true },
      );
      return before;
    },
    onError(_error, _input, before) {
      since.setData(undefined, before);
      toast.failure("Couldn't Mark as Seen", "Please try again.");
    },
    onSettled: () => since.invalidate(),
  });
}
