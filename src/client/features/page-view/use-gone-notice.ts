import { useEffect, useEffectEvent } from "react";

import { useToast } from "#client/ui/toast.tsx";

/** Says that the thing which the address names is not there, and leaves its dialog. */
export function useGoneNotice(isUnknown: boolean, title: string, onLeave: () => void): void {
  const toast = useToast();
  const leave = useEffectEvent(() => {
    toast.failure(title, "It may have been deleted since this link was made.");
    onLeave();
  });
  useEffect(() => {
    if (isUnknown) leave();
  }, [isUnknown]);
}
