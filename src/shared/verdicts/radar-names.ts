import { type DotPosition, RADIUS, RING_NAME_SIZE, RING_NAMES } from "./radar.ts";

/** Minimum radius of a dot for names. Smaller dots are too close to each other. */
const MIN_DOT_RADIUS = 10;
const MAX_NAME_LENGTH = 20;
/** Gap between a dot and its name. */
const NAME_GAP = 4;
/** Gap between a dot and the name of another dot, which could otherwise seem its own. */
const OTHER_NAME_GAP = 11;
/** Distance by which names may extend beyond the rim. */
const MAX_OVERHANG = 6;

/** Name with its position: the start, middle or end of its baseline. */
interface PlacedName extends DotPosition {
  text: string;
  anchor: "start" | "middle" | "end";
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface NamedDots {
  dots: readonly (DotPosition & { name: string })[];
  /** Radius of a dot. */
  dot: number;
  fontSize: number;
}

/**
 * Positions the names of a radar's dots, in the order of the dots. A name is below, above or beside its dot and covers
 * no other dot or name. Returns null for names without room.
 */
export function positionNames({ dots, dot, fontSize }: NamedDots): (PlacedName | null)[] {
  if (dot < MIN_DOT_RADIUS) return dots.map(() => null);
  const takenBoxes: Box[] = RING_NAMES.map(boxOfRingName);
  const dotBoxes = dots.map((position) => boxAround(position, dot + OTHER_NAME_GAP));
  return dots.map(({ name, x, y }, own) => {
    const text = shortName(name);
    const halfWidth = widthOf(text, fontSize) / 2;
    const offsetX = dot + NAME_GAP;
    const offsetY = offsetX + fontSize / 2;
    const candidates = [
      { anchor: "middle", middle: { x, y: y + offsetY } },
      { anchor: "middle", middle: { x, y: y - offsetY } },
      { anchor: "start", middle: { x: x + offsetX + halfWidth, y } },
      { anchor: "end", middle: { x: x - offsetX - halfWidth, y } },
      { anchor: "end", middle: { x: x + dot - halfWidth, y: y + offsetY } },
      { anchor: "start", middle: { x: x - dot + halfWidth, y: y + offsetY } },
      { anchor: "end", middle: { x: x + dot - halfWidth, y: y - offsetY } },
      { anchor: "start", middle: { x: x - dot + halfWidth, y: y - offsetY } },
    ] as const;
    for (const { anchor, middle } of candidates) {
      const box = boxAround(middle, halfWidth, fontSize / 2);
      const isFree =
        isInsideRim(box) &&
        !takenBoxes.some((other) => overlaps(box, other)) &&
        !dotBoxes.some((ground, index) => index !== own && overlaps(box, ground));
      if (!isFree) continue;
      takenBoxes.push(box);
      const start = { start: box.left, middle: middle.x, end: box.right }[anchor];
      return { text, anchor, x: start, y: middle.y + fontSize * 0.34 };
    }
    return null;
  });
}

const boxAround = ({ x, y }: DotPosition, halfWidth: number, halfHeight = halfWidth): Box => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - halfHeight,
  bottom: y + halfHeight,
});

const boxOfRingName = (position: DotPosition): Box =>
  boxAround(position, RING_NAME_SIZE.halfWidth, RING_NAME_SIZE.halfHeight);

const overlaps = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const isInsideRim = ({ left, right, top, bottom }: Box): boolean =>
  Math.hypot(Math.max(-left, right), Math.max(-top, bottom)) < RADIUS + MAX_OVERHANG;

function shortName(name: string): string {
  const chars = Array.from(name);
  if (chars.length <= MAX_NAME_LENGTH) return name;
  return `${chars
    .slice(0, MAX_NAME_LENGTH - 1)
    .join("")
    .trimEnd()}…`;
}

/** Estimates the width of a text in a sans serif font. Characters of scripts such as Chinese are squares. */
const widthOf = (text: string, fontSize: number): number =>
  Array.from(text).reduce(
    (width, letter) => width + fontSize * ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.56),
    0,
  );
