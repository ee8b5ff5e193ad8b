import { optionLabel } from "#shared/kernel/text-rules.ts";
import { industryOf } from "#shared/tools/landscape.ts";

import { type Ring, RINGS } from "./rings.ts";

/** Sector of all industries without their own. */
export const OTHER_SECTOR = "Other";
/** Maximum number of industries with their own sector. More sectors would be too narrow for names. */
const MAX_INDUSTRIES = 7;
/** Number of days for which a moved or new tool is highlighted. */
const NEWS_DAYS = 90;
const DAY_MS = 86_400_000;

interface WithIndustry {
  industry: string | null;
}

type SectorOf = (tool: WithIndustry) => string;

/** Returns a sector for each of the largest industries, sorted by name, and one for the others, if any. */
export function radarSectors(
  tools: readonly WithIndustry[],
  most = MAX_INDUSTRIES,
): { sectors: string[]; sectorOf: SectorOf } {
  const counts = new Map<string, number>();
  for (const tool of tools) {
    const label = labelOf(tool);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const largestFirst = [...counts].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const largestLabels = largestFirst.slice(0, most).map(([label]) => label);
  const ownSectors = new Set(largestLabels.filter((label) => label !== OTHER_SECTOR));
  const sectors = [...ownSectors].toSorted((a, b) => (a < b ? -1 : 1));
  if (ownSectors.size < counts.size) sectors.push(OTHER_SECTOR);
  return {
    sectors,
    sectorOf: (tool) => {
      const label = labelOf(tool);
      return ownSectors.has(label) ? label : OTHER_SECTOR;
    },
  };
}

const labelOf = (tool: WithIndustry): string => optionLabel(industryOf(tool));

/** Returns the first day from which moves count as news on this day. */
export const newsPeriodStart = (day: string, days: number = NEWS_DAYS): string =>
  new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the direction of a move: towards the center, or away from it. Null if there is no former ring, or the same.
 */
export function moveDirection(from: Ring | null, to: Ring): "in" | "out" | null {
  if (from === null || from === to) return null;
  return RINGS.indexOf(to) < RINGS.indexOf(from) ? "in" : "out";
}

/** Radius of the whole radar. Its center is at 0, 0. */
export const RADIUS = 400;
/** Outer radius of each ring. "Adopt" has the most room for its width. */
const OUTER_RADIUS: Readonly<Record<Ring, number>> = { adopt: 170, trial: 260, assess: 335, hold: RADIUS };

interface RingBand {
  ring: Ring;
  inner: number;
  outer: number;
}
export const RING_BANDS: readonly RingBand[] = RINGS.map((ring, index) => {
  const before = RINGS[index - 1];
  return { ring, inner: before ? OUTER_RADIUS[before] : 0, outer: OUTER_RADIUS[ring] };
});

/** Names of the rings, on the line where the first sector begins: the center of each, and half its size. */
export const RING_NAMES = RING_BANDS.map(({ ring, outer }) => ({ ring, x: 0, y: 16 - outer }));
export const RING_NAME_SIZE = { halfWidth: 36, halfHeight: 11 };

/** Sizes of dots, largest first, with their spacing and their distance from the sector's lines. */
const DOT_STYLES = [
  { dot: 13, along: 80, across: 48, edge: 36 },
  { dot: 13, along: 40, across: 36, edge: 18 },
  { dot: 10, along: 26, across: 25, edge: 13 },
  { dot: 7, along: 17, across: 17, edge: 9 },
  { dot: 4, along: 10, across: 10, edge: 6 },
] as const;
type DotStyle = (typeof DOT_STYLES)[number];

export interface RadarBlip {
  toolId: string;
  ring: Ring;
  sector: string;
  firstDecidedAt: string;
}

export interface DotPosition {
  x: number;
  y: number;
}

export interface RadarLayout<Blip> {
  /** Radius of a dot. */
  dot: number;
  sectors: { sector: string; from: number; to: number }[];
  dots: (DotPosition & { blip: Blip })[];
}

/**
 * Positions the dots of a radar by ring and sector, in the order of first verdicts. The layout is stable: adding a tool
 * moves no others, unless the dot size changes.
 */
export function layOutRadar<Blip extends RadarBlip>(
  sectors: readonly string[],
  blips: readonly Blip[],
): RadarLayout<Blip> {
  const sectorAngle = (2 * Math.PI) / Math.max(1, sectors.length);
  // The first sector begins at the top.
  const fields = sectors.map((sector, index) => ({
    sector,
    from: index * sectorAngle - Math.PI / 2,
    to: (index + 1) * sectorAngle - Math.PI / 2,
    isFirst: index === 0,
    isLast: index === sectors.length - 1,
  }));
  const cells = fields.flatMap(({ sector, ...field }) =>
    RING_BANDS.map((band) => ({
      field: { ...band, ...field },
      members: blips
        .filter((blip) => blip.sector === sector && blip.ring === band.ring)
        .toSorted(byFirstVerdict),
    })),
  );
  const fittingStyle = DOT_STYLES.find((each) =>
    cells.every(
      ({ field, members }) => members.length === 0 || slotsOf(field, each).length >= members.length,
    ),
  );
  const style = fittingStyle ?? DOT_STYLES[DOT_STYLES.length - 1] ?? DOT_STYLES[0];
  return {
    dot: style.dot,
    sectors: fields.map(({ sector, from, to }) => ({ sector, from, to })),
    dots: cells.flatMap(({ field, members }) => {
      const slots = slotsOf(field, style);
      return members.map((blip, index) => ({ blip, ...positionAt(field, slots, index) }));
    }),
  };
}

const byFirstVerdict = (a: RadarBlip, b: RadarBlip) =>
  a.firstDecidedAt.localeCompare(b.firstDecidedAt) || a.toolId.localeCompare(b.toolId);

interface Field {
  ring: Ring;
  inner: number;
  outer: number;
  from: number;
  to: number;
  /** True for the first sector. The names of the rings are at its start and at the end of the last sector. */
  isFirst: boolean;
  isLast: boolean;
}

/** Returns all positions in a field, on arcs from the outside in. */
function slotsOf({ inner, outer, from, to, isFirst, isLast }: Field, style: DotStyle): DotPosition[] {
  const { dot, along, across, edge } = style;
  const besideNames = Math.max(edge, RING_NAME_SIZE.halfWidth + dot + 4);
  const slots: DotPosition[] = [];
  for (let radius = outer - dot - 4; radius >= inner + dot + 3; radius -= across) {
    const start = from + angleAt(radius, isFirst ? besideNames : edge);
    const room = to - angleAt(radius, isLast ? besideNames : edge) - start;
    if (room < 0) break;
    const count = Math.floor((room * radius) / along) + 1;
    for (let index = 0; index < count; index += 1) {
      const angle = start + (count === 1 ? room / 2 : (room * index) / (count - 1));
      slots.push({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
    }
  }
  return slots;
}

/** Returns the angle along an arc at this distance from the straight line at its start. */
const angleAt = (radius: number, distance: number): number =>
  distance < radius ? Math.asin(distance / radius) : Infinity;

/**
 * Returns the position at an index. Golden-section steps spread the first dots, and later dots fill the gaps. Each ring
 * starts elsewhere, so that the first dots aren't aligned.
 */
function positionAt(field: Field, slots: readonly DotPosition[], index: number): DotPosition {
  const stride = chooseStride(slots.length);
  const first = Math.floor(slots.length * FIRST_SLOT[field.ring]);
  const slot = slots[(first + index * stride) % slots.length];
  if (slot) return slot;
  const [radius, angle] = [(field.inner + field.outer) / 2, (field.from + field.to) / 2];
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

const FIRST_SLOT: Readonly<Record<Ring, number>> = { adopt: 0.5, trial: 0.2, assess: 0.7, hold: 0.4 };
const GOLDEN_SECTION = 0.618;

/** Returns a step near the golden section that is coprime to the count, so that its multiples visit every position. */
function chooseStride(count: number): number {
  let stride = Math.max(1, Math.round(count * GOLDEN_SECTION));
  while (greatestDivisor(stride, count) > 1) stride += 1;
  return stride;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
