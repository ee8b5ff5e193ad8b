import { classNames } from "#client/ui/class-names.ts";
import { getMonogram } from "#shared/pictures/brand-logos.ts";

import { MODALITY_COLOURS } from "./badge.tsx";
import { Picture } from "./picture.tsx";

const SIZES = {
  small: "size-6 rounded-chip text-xs tracking-tighter",
  medium: "size-8 rounded-control text-sm",
  large: "size-14 rounded-card text-xl",
};

interface LogoProps {
  /** URL of the image. If it is null or fails to load, the monogram is shown. */
  src: string | null | undefined;
  name: string;
  /** Modality of a tool, which determines its monogram's colour. Undefined for users, who get the accent colour. */
  modality?: string | null;
  size?: keyof typeof SIZES;
}

/** Image of a tool or user, with the monogram as fallback. Decorative, because the name is next to it. */
export function Logo({ src, name, modality, size = "medium" }: LogoProps) {
  const { initials, tone } = getMonogram({ name, modality: modality ?? null });
  const colours = modality === undefined ? "bg-accent-soft text-accent-ink" : MODALITY_COLOURS[tone];
  const box = "flex shrink-0 items-center justify-center overflow-hidden font-semibold select-none";
  const monogram = (
    <span aria-hidden data-monogram className={classNames(box, SIZES[size], colours)}>
      {initials}
    </span>
  );
  if (!src) return monogram;
  // Logos are designed for white backgrounds, so they have one in the dark theme too.
  const paper = "shrink-0 border border-line bg-paper object-contain p-0.5";
  return <Picture address={src} alt="" className={classNames(SIZES[size], paper)} fallback={monogram} />;
}
