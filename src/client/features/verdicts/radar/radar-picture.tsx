import { Fragment, type MouseEvent, type Ref, useMemo } from "react";

import { longFormDate } from "#client/format/dates.ts";
import { optionLabel } from "#shared/kernel/text-rules.ts";
import { COLOURED_MODALITIES, modalityTone, type ModalityTone } from "#shared/tools/modality-words.ts";
import { positionNames } from "#shared/verdicts/radar-names.ts";
import { RADIUS, RING_BANDS, RING_NAME_SIZE, RING_NAMES, type RadarLayout } from "#shared/verdicts/radar.ts";
import { RING_WORDS } from "#shared/verdicts/rings.ts";
import type { Blip } from "#shared/verdicts/verdicts.ts";

import {
  translate,
  LARGER_ON_PHONES,
  RadarDot,
  ModalityDot,
  MOVED_IN,
  MOVED_OUT,
  NewRing,
} from "./radar-dot.tsx";

/** Half the side of the picture: the radar's radius, and space for sector names. */
export const HALF = 440;
const NAME_SIZE = 15;
const SECTOR_SIZE = 17;

interface RadarPictureProps {
  ref: Ref<SVGSVGElement>;
  layout: RadarLayout<Blip>;
  /** Date of the radar. */
  asOf: string;
  /** Id of the tool that is hovered here or in the list. */
  highlightedId: string | null;
  onOpen: (toolId: string) => void;
  onHighlight: (toolId: string | null) => void;
}

/** Radar as a picture. The list next to it offers the same to people who can't see it or use a mouse. */
export function RadarPicture({ ref, layout, asOf, highlightedId, onOpen, onHighlight }: RadarPictureProps) {
  const { sectors, dots, dot } = layout;
  const names = useMemo(
    () =>
      positionNames({
        dots: dots.map(({ blip, x, y }) => ({ name: blip.name, x, y })),
        dot,
        fontSize: NAME_SIZE,
      }),
    [dots, dot],
  );
  const highlightedDot = dots.find(({ blip }) => blip.toolId === highlightedId);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keyboard users have the list beside it
    <svg
      ref={ref}
      aria-hidden
      viewBox={`${-HALF} ${-HALF} ${2 * HALF} ${2 * HALF}`}
      className="mx-auto block h-auto max-h-[max(24rem,calc(100dvh-var(--sticky-top)-17rem))] w-full"
      onClick={(event) => {
        const toolId = toolAt(event);
        if (toolId !== null) onOpen(toolId);
      }}
      onMouseMove={(event) => onHighlight(toolAt(event))}
      onMouseLeave={() => onHighlight(null)}
    >
      {RING_BANDS.toReversed().map(({ ring, outer }, index) => (
        <circle
          key={ring}
          r={outer}
          fill={`var(--color-${ringBackground(index)})`}
          stroke="var(--color-line-strong)"
        />
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
      {RING_NAMES.toReversed().map(({ ring, x, y }, index) => (
        <g key={ring} transform={translate(x, y)}>
          <g className={LARGER_ON_PHONES}>
            <rect
              x={-RING_NAME_SIZE.halfWidth}
              y={-RING_NAME_SIZE.halfHeight}
              width={2 * RING_NAME_SIZE.halfWidth}
              height={2 * RING_NAME_SIZE.halfHeight}
              fill={`var(--color-${ringBackground(index)})`}
            />
            <text y={5} textAnchor="middle" fontSize="15" fontWeight="600" fill="var(--color-ink-faint)">
              {RING_WORDS[ring].label}
            </text>
          </g>
        </g>
      ))}
      {dots.map(({ blip, x, y }) => (
        <RadarDot
          key={blip.toolId}
          blip={blip}
          x={x}
          y={y}
          radius={dot}
          isHighlighted={blip.toolId === highlightedId}
        />
      ))}
      <g className="pointer-events-none @max-xl:hidden">
        {names.map((name, index) => name && <ToolName key={dots[index]?.blip.toolId} {...name} />)}
      </g>
      {highlightedDot && (
        <g className="pointer-events-none">
          <ToolName
            text={highlightedDot.blip.name}
            isHighlighted
            anchor="middle"
            x={highlightedDot.x}
            y={highlightedDot.y - dot - 7}
          />
        </g>
      )}
      <RadarCorners asOf={asOf} blips={dots.map(({ blip }) => blip)} half={HALF} />
    </svg>
  );
}

const ringBackground = (indexFromOutside: number) => (indexFromOutside % 2 === 0 ? "sunken" : "surface");

function toolAt({ target }: MouseEvent): string | null {
  return target instanceof Element
    ? (target.closest("[data-tool]")?.getAttribute("data-tool") ?? null)
    : null;
}

/** Name of a sector along the rim. It is never upside down. */
function SectorName({ name, angle }: { name: string; angle: number }) {
  const isBelow = Math.sin(angle) > 0.01;
  const away = RADIUS + 12 + (isBelow ? SECTOR_SIZE * 0.7 : 0);
  const degrees = (angle * 180) / Math.PI + (isBelow ? -90 : 90);
  return (
    <g transform={translate(away * Math.cos(angle), away * Math.sin(angle), degrees)}>
      <text
        className={LARGER_ON_PHONES}
        textAnchor="middle"
        fontSize={SECTOR_SIZE}
        fontWeight="600"
        fill="var(--color-ink-muted)"
      >
        {name}
      </text>
    </g>
  );
}

interface ToolNameProps {
  text: string;
  x: number;
  y: number;
  anchor: "start" | "middle" | "end";
  isHighlighted?: boolean;
}

/** Name of a tool. An outline makes it readable on top of lines. */
function ToolName({ text, x, y, anchor, isHighlighted = false }: ToolNameProps) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={anchor}
      fontSize={isHighlighted ? 16 : NAME_SIZE}
      fontWeight={isHighlighted ? 600 : 400}
      fill={`var(--color-ink${isHighlighted ? "" : "-muted"})`}
      stroke="var(--color-surface)"
      strokeWidth={isHighlighted ? 6 : 3}
      strokeLinejoin="round"
      paintOrder="stroke"
    >
      {text}
    </text>
  );
}

const LEGEND_LINE = 23;
const MARGIN = 10;
const TONES: readonly ModalityTone[] = [...COLOURED_MODALITIES, "other"];

interface RadarCornersProps {
  asOf: string;
  blips: readonly Blip[];
  /** Half the side of the picture. */
  half: number;
}

/** Captions of a saved picture: title, date and legend. */
function RadarCorners({ asOf, blips, half }: RadarCornersProps) {
  const used = new Set(blips.map(({ modality }) => modalityTone(modality)));
  const tones = TONES.filter((tone) => used.has(tone));
  const hasNew = blips.some(({ isNew }) => isNew);
  const hasMoved = blips.some(({ moved }) => moved !== null);
  const signs = [
    ...(hasMoved
      ? [
          { words: "Moved inwards", sign: <path d={MOVED_IN} fill="var(--color-ink)" /> },
          { words: "Moved outwards", sign: <path d={MOVED_OUT} fill="var(--color-ink)" /> },
        ]
      : []),
    ...(hasNew ? [{ words: "New", sign: <NewRing radius={4} tone="other" /> }] : []),
  ];
  return (
    <g className="@max-xl:hidden">
      <text x={MARGIN - half} y={28 - half} fontSize="24" fontWeight="600" fill="var(--color-ink)">
        AI Radar
      </text>
      <text x={MARGIN - half} y={53 - half} fontSize="16" fill="var(--color-ink-muted)">
        {longFormDate(`${asOf}T12:00:00`)}
      </text>
      {tones.map((tone, index) => (
        <g
          key={tone}
          transform={translate(
            MARGIN + 8 - half,
            half - MARGIN - 6 - (tones.length - 1 - index) * LEGEND_LINE,
          )}
        >
          <ModalityDot tone={tone} letter={optionLabel(tone).charAt(0)} radius={8} />
          <LegendLabel>{optionLabel(tone)}</LegendLabel>
        </g>
      ))}
      {signs.length > 0 && (
        <g transform={translate(half - 140, half - MARGIN - 6 - signs.length * LEGEND_LINE)}>
          <text x={-8} y={4} fontSize="15" fontWeight="600" fill="var(--color-ink-muted)">
            In 90 days
          </text>
          {signs.map(({ words, sign }, index) => (
            <g key={words} transform={translate(0, (index + 1) * LEGEND_LINE)}>
              {sign}
              <LegendLabel>{words}</LegendLabel>
            </g>
          ))}
        </g>
      )}
    </g>
  );
}

function LegendLabel({ children }: { children: string }) {
  return (
    <text x={15} y={5} fontSize="15" fill="var(--color-ink-muted)">
      {children}
    </text>
  );
}
