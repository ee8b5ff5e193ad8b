import { useEffect, useEffectEvent } from "react";

import { useToast } from "#client/ui/toast.tsx";

interface Refusal {
  title: string;
  text: string;
}

/** Says why the dialog that the address names cannot be shown, and leaves it. */
export function useRefusal(isDue: boolean, { title, text }: Refusal, onLeave: () => void): void {
  const toast = useToast();
  const leave = useEffectEvent(() => {
    toast.failure(title, text);
    onLeave();
  });
  useEffect(() => {
    if (isDue) leave();
  }, [isDue]);
}

/** Refuses a dialog about a thing that is not there. */
export function useGoneNotice(isUnknown: boolean, title: string, onLeave: () => void): void {
  useRefusal(isUnknown, { title, text: "It may have been deleted since this link was created." }, onLeave);
}
