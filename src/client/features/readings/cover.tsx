import { useState } from "react";

/** The picture of a reading; nothing where it does not load. */
export function Cover({ src, title }: { src: string; title: string }) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  if (src === failedSrc) return null;
  return (
    <img
      src={src}
      alt={`Cover of ${title}`}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailedSrc(src)}
      className="max-h-48 w-32 shrink-0 self-start rounded-control border border-line bg-paper object-contain"
    />
  );
}
