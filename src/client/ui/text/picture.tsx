import { useEffect, useState } from "react";
import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { PICTURES_PATH, pictureSrc } from "#shared/pictures/picture-address.ts";

/** When a picture that failed is requested again: the server may still have been fetching it. */
const AGAIN_AFTER_MS = [4000, 10_000];

type PictureState = "loading" | "shown" | "failed";

interface PictureProps {
  /** A path of this server, or a web address. */
  address: string;
  /** Empty where the picture only decorates. */
  alt: string;
  className?: string;
  /** Added while it loads, such as a height that the picture itself will have. */
  loadingClassName?: string;
  /** What is shown in its place where it does not load. */
  fallback?: ReactNode;
}

/**
 * The one way to show a picture by its address: pictures of other sites come through this server, so that those sites
 * learn nothing of whoever looks. It is grey while it loads.
 */
export function Picture(props: PictureProps) {
  // Another address is another picture, with another fate.
  return <PictureOfAddress key={props.address} {...props} />;
}

function PictureOfAddress({ address, alt, className, loadingClassName, fallback = null }: PictureProps) {
  const src = pictureSrc(address);
  const [state, setState] = useState<PictureState>("loading");
  useSecondLook(state, src, setState);
  if (state === "failed") return fallback;
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onLoad={() => setState("shown")}
      onError={() => setState("failed")}
      className={classNames(
        className,
        state === "loading" && "animate-pulse bg-pressed",
        state === "loading" && loadingClassName,
      )}
    />
  );
}

/** Loads a failed picture out of sight, so that nothing flickers where it fails again. */
function useSecondLook(state: PictureState, src: string, setState: (state: PictureState) => void): void {
  const isWanted = state === "failed" && src.startsWith(PICTURES_PATH);
  useEffect(() => {
    if (!isWanted) return undefined;
    const timers = AGAIN_AFTER_MS.map((delay) =>
      setTimeout(() => {
        const image = new Image();
        image.addEventListener("load", () => setState("loading"));
        image.src = src;
      }, delay),
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [isWanted, src, setState]);
}
