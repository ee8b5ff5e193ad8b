import { Fragment, type MouseEvent, type Ref } from "react";

import { optionLabel } from "#shared/labels.ts";
import { modalityTone } from "#shared/modality.ts";
import { RING_WORDS } from "#shared/rings.ts";
import type { Blip } from "#shared/verdicts.ts";

import { type Place, RADIUS, RING_BANDS, type RadarLayout } from "./radar-layout.ts";

/** Half the width and the height of the picture: the radar, with room for the names of its sectors. */
export const HALF_WIDTH = 540;
export const HALF_HEIGHT = 440;
const MAX_NAME = 11;
const MAX_SECTOR = 18;

interface RadarPictureProps {
  ref: Ref<SVGSVGElement>;
  layout: RadarLayout<Blip>;
  /** The tool that one points at, here or in the list. */
  marked: string | null;
  onOpen: (toolId: string) => void;
  onMark: (toolId: string | null) => void;
}

/** The picture. The list beside it says and does the same for those who do not see it or use no mouse. */
export function RadarPicture({ ref, layout, marked, onOpen, onMark }: RadarPictureProps) {
  const { sectors, dots } = layout;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the list beside it is for the keyboard
    <svg
      ref={ref}
      aria-hidden
      viewBox={`${-HALF_WIDTH} ${-HALF_HEIGHT} ${2 * HALF_WIDTH} ${2 * HALF_HEIGHT}`}
      className="block h-auto w-full"
      onClick={(event) => {
        const toolId = toolAt(event);
        if (toolId !== null) onOpen(toolId);
      }}
      onMouseMove={(event) => onMark(toolAt(event))}
      onMouseLeave={() => onMark(null)}
    >
      {RING_BANDS.toReversed().map(({ ring, inner, outer }, index) => (
        <Fragment key={ring}>
          <circle
            r={outer}
            fill={`var(--color-${index % 2 === 0 ? "sunken" : "surface"})`}
            stroke="var(--color-line-strong)"
          />
          <text
            y={-(inner + outer) / 2 + 5}
            x={6}
            fontSize="13"
            fontWeight="600"
            fill="var(--color-ink-faint)"
          >
            {RING_WORDS[ring].label}
          </text>
        </Fragment>
      ))}
      {sectors.length > 1 &&
        sectors.map(({ sector, from, to }) => (
          <Fragment key={sector}>
            <line
              x2={RADIUS * Math.cos(from)}
              y2={RADIUS * Math.sin(from)}
              stroke="var(--color-line-strong)"
            />
            <SectorName name={sector} angle={(from + to) / 2} />
          </Fragment>
        ))}
      {dots.map(({ blip, x, y }) => (
        <Dot
          key={blip.toolId}
          blip={blip}
          at={{ x, y }}
          radius={layout.dot}
          hasName={layout.hasNames}
          isMarked={blip.toolId === marked}
        />
      ))}
    </svg>
  );
}

function toolAt({ target }: MouseEvent): string | null {
  return target instanceof Element
    ? (target.closest("[data-tool]")?.getAttribute("data-tool") ?? null)
    : null;
}

function SectorName({ name, angle }: { name: string; angle: number }) {
  const x = (RADIUS + 12) * Math.cos(angle);
  const y = (RADIUS + 18) * Math.sin(angle);
  return (
    <text
      x={x}
      y={y + 5}
      textAnchor={x < 0 ? "end" : "start"}
      fontSize="14"
      fontWeight="600"
      fill="var(--color-ink-muted)"
    >
      {short(optionLabel(name), MAX_SECTOR)}
    </text>
  );
}

interface DotProps {
  blip: Blip;
  at: Place;
  radius: number;
  hasName: boolean;
  isMarked: boolean;
}

/** A tool: the colour and the first letter of its modality, a triangle where it moved, a ring around it where it is new. */
function Dot({ blip, at: { x, y }, radius, hasName, isMarked }: DotProps) {
  const tone = modalityTone(blip.modality);
  const letter = Array.from(optionLabel(blip.modality ?? "") || "Other")[0];
  const ink = `var(--color-on-modality-${tone})`;
  return (
    <g
      data-tool={blip.toolId}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
      className="cursor-pointer"
    >
      <title>{`${blip.name}: ${RING_WORDS[blip.ring].label}`}</title>
      {blip.isNew && <circle r={radius + 3} fill="none" stroke={ink} strokeDasharray="3 2" />}
      <circle
        r={radius}
        fill={`var(--color-modality-${tone})`}
        stroke={isMarked ? "var(--color-focus)" : ink}
        strokeWidth={isMarked ? 4 : 1}
      />
      {radius > 5 && (
        <text y={radius * 0.36} textAnchor="middle" fontSize={radius} fontWeight="600" fill={ink}>
          {letter}
        </text>
      )}
      {blip.moved && (
        <path
          d={blip.moved === "in" ? "M0 -4 4 3 -4 3Z" : "M0 4 4 -3 -4 -3Z"}
          transform={`translate(${radius} ${-radius})`}
          fill="var(--color-ink)"
        />
      )}
      {hasName && (
        <text y={radius + 10} textAnchor="middle" fontSize="9" fill="var(--color-ink-muted)">
          {short(blip.name, MAX_NAME)}
        </text>
      )}
    </g>
  );
}

function short(text: string, max: number): string {
  const letters = Array.from(text);
  return letters.length <= max
    ? text
    : `${letters
        .slice(0, max - 1)
        .join("")
        .trimEnd()}…`;
}
