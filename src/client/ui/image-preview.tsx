import { ImageOff, ImagePlus } from "lucide-react";
import { useState } from "react";

/** The picture that a field holds; an icon where there is none, or where it does not load. */
export function ImagePreview({ src }: { src: string }) {
  const [failedSrc, setFailedSrc] = useState("");
  const hasFailed = src !== "" && src === failedSrc;
  if (src !== "" && !hasFailed) {
    return (
      <img
        src={src}
        alt="Preview"
        referrerPolicy="no-referrer"
        onError={() => setFailedSrc(src)}
        className="size-full bg-paper object-contain p-1"
      />
    );
  }
  const Icon = hasFailed ? ImageOff : ImagePlus;
  return <Icon aria-hidden className="size-5 text-ink-faint" />;
}
