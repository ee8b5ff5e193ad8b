import { useEffect, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { readImageAddress } from "#shared/pictures/image-rules.ts";

/** How long nobody has typed before an address is checked. */
const PAUSE_MS = 600;

interface Verdict {
  address: string;
  error: string | null;
}

interface PictureCheck {
  /** What was typed, as an address; empty while it is none. */
  address: string;
  isChecking: boolean;
  /** What keeps the picture from being shown, in a sentence. */
  error: string | null;
}

/** Finds out whether the picture at the address that somebody types can be shown. */
export function usePictureCheck(typed: string): PictureCheck {
  const { mutateAsync: check } = trpc.pictures.check.useMutation();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const address = readImageAddress(typed) ?? "";
  // What lies on this server has been checked when it was stored.
  const isForeign = address !== "" && !address.startsWith("/");

  useEffect(() => {
    if (!isForeign) return undefined;
    let isCurrent = true;
    const report = (error: string | null) => {
      if (isCurrent) setVerdict({ address, error });
    };
    const timer = setTimeout(() => {
      check({ url: address }).then(
        ({ error }) => report(error),
        // Nothing is known of the picture then: the preview shows whether it loads.
        () => report(null),
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [address, isForeign, check]);

  const isKnown = verdict?.address === address;
  return { address, isChecking: isForeign && !isKnown, error: isForeign && isKnown ? verdict.error : null };
}
