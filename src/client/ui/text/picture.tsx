import { useEffect, useState } from "react";
import type { ReactNode } from "react";

import { classNames } from "#client/ui/class-names.ts";
import { PICTURES_PATH, pictureSrc } from "#shared/pictures/brand-logos.ts";

/** Delays in ms before a failed image is requested again. The server may still have been fetching it. */
const RETRY_DELAYS_MS = [4000, 10_000];

type PictureState = "loading" | "shown" | "failed";

interface PictureProps {
  /** Path on this server, or a URL. */
  address: string;
  /** Empty for decorative images. */
  alt: string;
  className?: string;
  /** Class while loading, such as one with the image's expected height. */
  loadingClassName?: string;
  /** Content shown if the image fails to load. */
  fallback?: ReactNode;
}

/**
 * Image by URL; use it for all images. Images of other sites load through this server, so that those sites learn
 * nothing about users. Grey while loading.
 */
export function Picture(props: PictureProps) {
  // The key resets the loading state when the URL changes.
  return <LoadingPicture key={props.address} {...props} />;
}

function LoadingPicture({ address, alt, className, loadingClassName, fallback = null }: PictureProps) {
  const src = pictureSrc(address);
  const [state, setState] = useState<PictureState>("loading");
  useRetry(state, src, setState);
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

/** Retries a failed image in the background, so that another failure doesn't flicker. */
function useRetry(state: PictureState, src: string, setState: (state: PictureState) => void): void {
  const shouldRetry = state === "failed" && src.startsWith(PICTURES_PATH);
  useEffect(() => {
    if (!shouldRetry) return undefined;
    const timers = RETRY_DELAYS_MS.map((delay) =>
      setTimeout(() => {
        const image = new Image();
        image.addEventListener("load", () => setState("loading"));
        image.src = src;
      }, delay),
    );
    return () => {
      for (const timer of timers) clearTimeout(timer);
    };
  }, [shouldRetry, src, setState]);
}
