import { useEffect, useState } from "react";

import { trpc } from "#client/api/trpc.ts";
import { readImageAddress } from "#shared/pictures/image-rules.ts";

/** Delay in ms after typing before a URL is checked. */
const PAUSE_MS = 600;

interface Verdict {
  address: string;
  error: string | null;
}

interface PictureCheck {
  /** Typed URL; empty if invalid. */
  address: string;
  isChecking: boolean;
  /** Sentence about why the image can't be shown. */
  error: string | null;
}

/** Checks that the image at a typed URL can be shown. */
export function usePictureCheck(typed: string): PictureCheck {
  const { mutateAsync: check } = trpc.pictures.check.useMutation();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const address = readImageAddress(typed) ?? "";
  // Images on this server were checked when they were stored.
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
        // The result is unknown then. The preview shows if the image loads.
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
