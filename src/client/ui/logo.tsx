import { useState } from "react";

import { classNames } from "./class-names.ts";
import { monogramOf } from "./monogram.ts";
import type { MonogramTone } from "./monogram.ts";

const SIZES = {
  small: "size-6 rounded-chip text-xs",
  medium: "size-8 rounded-control text-sm",
  large: "size-14 rounded-card text-xl",
};

const COLOURS: Record<MonogramTone, string> = {
  text: "bg-modality-text text-on-modality-text",
  image: "bg-modality-image text-on-modality-image",
  audio: "bg-modality-audio text-on-modality-audio",
  video: "bg-modality-video text-on-modality-video",
  multimodal: "bg-modality-multimodal text-on-modality-multimodal",
  accent: "bg-accent-soft text-accent-ink",
};

interface LogoProps {
  /** The address of the picture; null or a failing one shows the monogram. */
  src: string | null | undefined;
  name: string;
  size?: keyof typeof SIZES;
}

/** A tool's picture, else its first letter. Decorative: the name stands beside it. */
export function Logo({ src, name, size = "medium" }: LogoProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const box = classNames("flex shrink-0 items-center justify-center overflow-hidden", SIZES[size]);

  if (!src || src === failedSrc) {
    const { letter, tone } = monogramOf(name);
    return (
      <span aria-hidden data-monogram className={classNames(box, "font-semibold select-none", COLOURS[tone])}>
        {letter}
      </span>
    );
  }
  return (
    // Logos are drawn for white paper: they keep a white ground in the dark theme too.
    <span className={classNames(box, "border border-line bg-paper")}>
      <img
        src={src}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        onError={() => setFailedSrc(src)}
        className="size-full object-contain p-0.5"
      />
    </span>
  );
}
