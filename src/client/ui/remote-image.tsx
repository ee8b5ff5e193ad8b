import { useState } from "react";

interface RemoteImageProps {
  src: string;
  /** Empty where the picture only decorates. */
  alt: string;
  className: string;
}

/** A picture from anywhere; nothing where it does not load. */
export function RemoteImage({ src, alt, className }: RemoteImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (src === failedSrc) return null;
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailedSrc(src)}
      className={className}
    />
  );
}
