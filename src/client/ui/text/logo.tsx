import { classNames } from "#client/ui/class-names.ts";
import { getMonogram } from "#shared/pictures/monogram.ts";

import { MODALITY_COLOURS } from "./modality-colours.ts";
import { Picture } from "./picture.tsx";

const SIZES = {
  small: "size-6 rounded-chip text-xs tracking-tighter",
  medium: "size-8 rounded-control text-sm",
  large: "size-14 rounded-card text-xl",
};

interface LogoProps {
  /** The address of the picture; null or a failing one shows the monogram. */
  src: string | null | undefined;
  name: string;
  /** The tool's modality, which colours its monogram; people have none and wear the accent. */
  modality?: string | null;
  size?: keyof typeof SIZES;
}

/** A picture of a tool or a person, else the monogram. Decorative: the name stands beside it. */
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
  // Logos are drawn for white paper: they keep a white ground in the dark theme too.
  const paper = "shrink-0 border border-line bg-paper object-contain p-0.5";
  return <Picture address={src} alt="" className={classNames(SIZES[size], paper)} fallback={monogram} />;
}
