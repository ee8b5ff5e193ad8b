import { useState } from "react";

import { classNames } from "./class-names.ts";

const SIZES = {
  small: "size-6 rounded-chip text-xs",
  medium: "size-8 rounded-control text-sm",
  large: "size-14 rounded-card text-xl",
};

const COLOURS = [
  "bg-modality-text text-on-modality-text",
  "bg-modality-image text-on-modality-image",
  "bg-modality-audio text-on-modality-audio",
  "bg-modality-video text-on-modality-video",
  "bg-modality-multimodal text-on-modality-multimodal",
  "bg-accent-soft text-accent-ink",
];

const QUESTION_MARK = 0x3f;

/** The same name has the same colour everywhere and always. */
function colourOf(name: string): string | undefined {
  let hash = 2_166_136_261;
  for (const letter of name.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
  return COLOURS[(hash >>> 16) % COLOURS.length];
}

/** The first letter, also where it takes two code units. */
const firstLetter = (name: string): string =>
  String.fromCodePoint(name.trim().codePointAt(0) ?? QUESTION_MARK).toUpperCase();

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
    return (
      <span
        aria-hidden
        data-monogram
        className={classNames(box, "font-semibold select-none", colourOf(name))}
      >
        {firstLetter(name)}
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
