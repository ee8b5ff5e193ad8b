import { memo } from "react";

import { optionLabel } from "#shared/kernel/text-rules.ts";
import { isolate } from "#shared/texts/escaping.ts";
import { type ModalityTone, modalityTone } from "#shared/tools/modality-words.ts";
import { RING_WORDS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

export const MOVED_IN = "M0 -5 5 4 -5 4Z";
export const MOVED_OUT = "M0 5 5 -4 -5 -4Z";

/** Class that enlarges parts that would be too small on phones. Saved pictures don't contain classes. */
export const LARGER_ON_PHONES = "@max-xl:scale-135";
/** Minimum radius of dots to enlarge. Smaller dots are too close to each other. */
const MIN_ENLARGED_RADIUS = 13;

/** Returns an SVG transform: a translation, with an optional rotation in degrees. */
export const translate = (x: number, y: number, degrees?: number): string =>
  `translate(${x.toFixed(1)} ${y.toFixed(1)})${degrees === undefined ? "" : ` rotate(${degrees.toFixed(1)})`}`;

/** Returns the first letter of a modality, as an alternative to its colour. */
const letterOf = (modality: string | null): string =>
  Array.from(optionLabel(modality ?? "") || "Other")[0] ?? "O";

interface ModalityDotProps {
  tone: ModalityTone;
  letter: string;
  radius: number;
  isHighlighted?: boolean;
}

/** Dot with the colour and first letter of a modality. */
export function ModalityDot({ tone, letter, radius, isHighlighted = false }: ModalityDotProps) {
  const ink = `var(--color-on-modality-${tone})`;
  return (
    <>
      <circle
        r={radius}
        fill={`var(--color-modality-${tone})`}
        stroke={isHighlighted ? "var(--color-focus)" : ink}
        strokeWidth={isHighlighted ? 4 : 1}
      />
      {radius > 5 && (
        <text y={radius * 0.36} textAnchor="middle" fontSize={radius} fontWeight="600" fill={ink}>
          {letter}
        </text>
      )}
    </>
  );
}

interface RadarDotProps {
  blip: Blip;
  x: number;
  y: number;
  radius: number;
  isHighlighted: boolean;
}

/** Tool on the radar: a dot for its modality, with a triangle if it moved and a dashed ring if it is new. */
export const RadarDot = memo(function RadarDot({ blip, x, y, radius, isHighlighted }: RadarDotProps) {
  const tone = modalityTone(blip.modality);
  return (
    <g data-tool={blip.toolId} transform={translate(x, y)} className="cursor-pointer">
      <title>{`${isolate(blip.name)}: ${RING_WORDS[blip.ring].label}`}</title>
      <g className={radius >= MIN_ENLARGED_RADIUS ? LARGER_ON_PHONES : undefined}>
        {blip.isNew && <NewRing radius={radius} tone={tone} />}
        <ModalityDot
          tone={tone}
          letter={letterOf(blip.modality)}
          radius={radius}
          isHighlighted={isHighlighted}
        />
        {blip.moved && (
          <path
            d={blip.moved === "in" ? MOVED_IN : MOVED_OUT}
            transform={translate(radius - 1, 2 - radius)}
            fill="var(--color-ink)"
            stroke="var(--color-surface)"
          />
        )}
      </g>
    </g>
  );
});

/** Dashed ring around new tools. */
export function NewRing({ radius, tone }: { radius: number; tone: ModalityTone }) {
  return (
    <circle
      r={radius + 3}
      fill="none"
      stroke={`var(--color-on-modality-${tone})`}
      strokeWidth="1.5"
      strokeDasharray="3 2"
    />
  );
}
