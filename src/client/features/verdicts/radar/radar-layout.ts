import { RINGS, type Ring } from "#shared/rings.ts";

/** The radius of the whole radar; its middle is at 0, 0. */
export const RADIUS = 400;
/** Where each ring ends; what one should use has the most room for its width. */
const OUTER: Readonly<Record<Ring, number>> = { adopt: 170, trial: 260, assess: 335, hold: RADIUS };

export interface RingBand {
  ring: Ring;
  inner: number;
  outer: number;
}
export const RING_BANDS: readonly RingBand[] = RINGS.map((ring, index) => {
  const before = RINGS[index - 1];
  return { ring, inner: before ? OUTER[before] : 0, outer: OUTER[ring] };
});

/** How large dots are and how far apart they stand, the largest first; the first leaves room for names. */
const LOOKS = [
  { dot: 11, along: 52, across: 38, hasNames: true },
  { dot: 10, along: 25, across: 25, hasNames: false },
  { dot: 7, along: 17, across: 17, hasNames: false },
  { dot: 4, along: 10, across: 10, hasNames: false },
] as const;
type Look = (typeof LOOKS)[number];

export interface Placeable {
  toolId: string;
  ring: Ring;
  sector: string;
  firstDecidedAt: string;
}

export interface Place {
  x: number;
  y: number;
}

export interface RadarLayout<Blip> {
  /** The radius of a dot, and whether there is room for a name below it. */
  dot: number;
  hasNames: boolean;
  sectors: { sector: string; from: number; to: number }[];
  dots: (Place & { blip: Blip })[];
}

/**
 * Where every dot of a radar stands: in its ring and its sector, one after the other in the order of their first verdicts.
 * The same tools always stand at the same places, and one more moves none of the others while dots keep their size.
 */
export function layOutRadar<Blip extends Placeable>(
  sectors: readonly string[],
  blips: readonly Blip[],
): RadarLayout<Blip> {
  const turn = (2 * Math.PI) / Math.max(1, sectors.length);
  // The first sector begins at the top.
  const fields = sectors.map((sector, index) => ({
    sector,
    from: index * turn - Math.PI / 2,
    to: (index + 1) * turn - Math.PI / 2,
  }));
  const cells = fields.flatMap(({ sector, from, to }) =>
    RING_BANDS.map((band) => ({
      field: { ...band, from, to },
      members: blips
        .filter((blip) => blip.sector === sector && blip.ring === band.ring)
        .toSorted(byFirstVerdict),
    })),
  );
  const look = LOOKS.find((each) =>
    cells.every(
      ({ field, members }) => members.length === 0 || slotsOf(field, each).length >= members.length,
    ),
  );
  const shown = look ?? LOOKS[LOOKS.length - 1] ?? LOOKS[0];
  return {
    dot: shown.dot,
    hasNames: shown.hasNames,
    sectors: fields,
    dots: cells.flatMap(({ field, members }) => {
      const slots = slotsOf(field, shown);
      return members.map((blip, index) => ({ blip, ...placeOf(field, slots, index) }));
    }),
  };
}

const byFirstVerdict = (a: Placeable, b: Placeable) =>
  a.firstDecidedAt.localeCompare(b.firstDecidedAt) || a.toolId.localeCompare(b.toolId);

interface Field {
  inner: number;
  outer: number;
  from: number;
  to: number;
}

/** The places of a field, on arcs from the outside in. */
function slotsOf({ inner, outer, from, to }: Field, { dot, along, across, hasNames }: Look): Place[] {
  const slots: Place[] = [];
  const edge = hasNames ? along / 2 : dot + 2;
  for (let radius = outer - dot - 4; radius >= inner + dot + 3; radius -= across) {
    // Away from the lines on both sides, which are straight while the arc is not.
    const margin = edge < radius ? Math.asin(edge / radius) : Infinity;
    const room = to - from - 2 * margin;
    if (room < 0) break;
    const count = Math.floor((room * radius) / along) + 1;
    for (let index = 0; index < count; index += 1) {
      const angle = count === 1 ? (from + to) / 2 : from + margin + (room * index) / (count - 1);
      slots.push({ x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
    }
  }
  return slots;
}

/** The places are taken in strides of the golden section, so that few dots spread and later ones fill the gaps. */
function placeOf(field: Field, slots: readonly Place[], index: number): Place {
  const stride = strideOf(slots.length);
  const slot = slots[(index * stride) % slots.length];
  if (slot) return slot;
  const [radius, angle] = [(field.inner + field.outer) / 2, (field.from + field.to) / 2];
  return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
}

const GOLDEN = 0.618;

/** About the golden section of a number, with no divisor in common: its multiples come by every place. */
function strideOf(count: number): number {
  let stride = Math.max(1, Math.round(count * GOLDEN));
  while (greatestDivisor(stride, count) > 1) stride += 1;
  return stride;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));
