import { type DotPosition, RADIUS, RING_NAME, RING_NAMES } from "./radar.ts";

/** Minimum radius of a dot for names. Smaller dots are too close to each other. */
const LEAST_DOT = 10;
const MAX_LENGTH = 20;
/** Gap between a dot and its name. */
const GAP = 4;
/** Gap between a dot and the name of another dot, which could otherwise seem its own. */
const CLEARANCE = 11;
/** Distance by which names may extend beyond the rim. */
const RIM = 6;

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

interface Dots {
  dots: readonly (DotPosition & { name: string })[];
  /** Radius of a dot. */
  dot: number;
  fontSize: number;
}

/**
 * Positions the names of a radar's dots, in the order of the dots. A name is below, above or beside its dot and covers
 * no other dot or name. Returns null for names without room.
 */
export function positionNames({ dots, dot, fontSize }: Dots): (PlacedName | null)[] {
  if (dot < LEAST_DOT) return dots.map(() => null);
  const taken: Box[] = RING_NAMES.map(boxOfRingName);
  const grounds = dots.map((position) => around(position, dot + CLEARANCE));
  return dots.map(({ name, x, y }, own) => {
    const text = shortName(name);
    const half = widthOf(text, fontSize) / 2;
    const away = dot + GAP;
    const under = away + fontSize / 2;
    const candidates = [
      { anchor: "middle", middle: { x, y: y + under } },
      { anchor: "middle", middle: { x, y: y - under } },
      { anchor: "start", middle: { x: x + away + half, y } },
      { anchor: "end", middle: { x: x - away - half, y } },
      { anchor: "end", middle: { x: x + dot - half, y: y + under } },
      { anchor: "start", middle: { x: x - dot + half, y: y + under } },
      { anchor: "end", middle: { x: x + dot - half, y: y - under } },
      { anchor: "start", middle: { x: x - dot + half, y: y - under } },
    ] as const;
    for (const { anchor, middle } of candidates) {
      const box = around(middle, half, fontSize / 2);
      const isFree =
        isInside(box) &&
        !taken.some((other) => meets(box, other)) &&
        !grounds.some((ground, index) => index !== own && meets(box, ground));
      if (!isFree) continue;
      taken.push(box);
      const start = { start: box.left, middle: middle.x, end: box.right }[anchor];
      return { text, anchor, x: start, y: middle.y + fontSize * 0.34 };
    }
    return null;
  });
}

const around = ({ x, y }: DotPosition, halfWidth: number, halfHeight = halfWidth): Box => ({
  left: x - halfWidth,
  right: x + halfWidth,
  top: y - halfHeight,
  bottom: y + halfHeight,
});

const boxOfRingName = (position: DotPosition): Box =>
  around(position, RING_NAME.halfWidth, RING_NAME.halfHeight);

const meets = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const isInside = ({ left, right, top, bottom }: Box): boolean =>
  Math.hypot(Math.max(-left, right), Math.max(-top, bottom)) < RADIUS + RIM;

function shortName(name: string): string {
  const chars = Array.from(name);
  if (chars.length <= MAX_LENGTH) return name;
  return `${chars
    .slice(0, MAX_LENGTH - 1)
    .join("")
    .trimEnd()}…`;
}

/** Estimates the width of a text in a sans serif font. Characters of scripts such as Chinese are squares. */
const widthOf = (text: string, fontSize: number): number =>
  Array.from(text).reduce(
    (width, letter) => width + fontSize * ((letter.codePointAt(0) ?? 0) > 0x2e7f ? 1 : 0.56),
    0,
  );
