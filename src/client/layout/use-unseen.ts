import { useEffect, useEffectEvent } from "react";
import { useLocation } from "react-router-dom";

import { trpc } from "#client/api/trpc.ts";
import { sections } from "#client/slices.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";
import type { Unseen } from "#shared/kernel/since.ts";

/**
 * Returns the number of new items in each section since the user's last visit. Records visits, so the current section
 * has none.
 */
export function useUnseen(): Unseen | undefined {
  const { pathname } = useLocation();
  const kind = sections.find(({ path }) => path === pathname)?.kind;
  const { unseen } = trpc.useUtils().events;
  const { data } = trpc.events.unseen.useQuery();
  const { mutate } = trpc.events.visit.useMutation();
  const count = kind === undefined ? undefined : data?.[kind];

  const note = useEffectEvent((place: ItemKind) => {
    if (document.visibilityState !== "visible") return;
    mutate({ place });
    unseen.setData(undefined, (counts) => counts && { ...counts, [place]: 0 });
  });
  useEffect(() => {
    if (kind === undefined) return undefined;
    const look = () => note(kind);
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [kind]);
  useEffect(() => {
    if (kind !== undefined && count !== undefined && count > 0) note(kind);
  }, [kind, count]);
  return data;
}
