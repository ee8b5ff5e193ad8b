import { unescape } from "node:querystring";

import type { SaxesTagNS } from "saxes";

/** Element with an id, or the whole drawing: a unit that `use` can repeat. */
interface Part {
  /** Number of its elements outside any nested part. */
  elements: number;
  inside: Part[];
  /** Ids that its `use` elements repeat. */
  repeats: string[];
}

/** Deeper than any drawing. A part that repeats itself never ends. */
const MAX_REPEAT_DEPTH = 500;

/**
 * Counts the elements of a drawing as written and as rendered. A few nested `use` elements can expand to billions and
 * freeze every viewer's browser.
 */
export function createSvgTally() {
  const drawing: Part = { elements: 0, inside: [], repeats: [] };
  const parts = new Map<string, Part>();
  const open = [drawing];
  const totals = new Map<Part, number>();
  let elements = 0;

  function enter({ local, attributes }: SaxesTagNS): void {
    elements += 1;
    const holder = open.at(-1) ?? drawing;
    const id = attributes["id"]?.value;
    const part = id === undefined ? holder : { elements: 0, inside: [], repeats: [] };
    if (part !== holder) holder.inside.push(part);
    if (id !== undefined && !parts.has(id)) parts.set(id, part);
    open.push(part);
    part.elements += 1;
    if (local === "use") part.repeats.push(...listTargets(attributes));
  }

  function countDrawn(part: Part | undefined, depth = 0): number {
    if (!part) return 0;
    if (depth > MAX_REPEAT_DEPTH) return Infinity;
    const known = totals.get(part);
    if (known !== undefined) return known;
    let total = part.elements;
    for (const inner of part.inside) total += countDrawn(inner, depth + 1);
    for (const id of part.repeats) total += countDrawn(parts.get(id), depth + 1);
    totals.set(part, total);
    return total;
  }

  return { enter, leave: () => void open.pop(), elements: () => elements, drawn: () => countDrawn(drawing) };
}

const listTargets = (attributes: SaxesTagNS["attributes"]): string[] =>
  Object.values(attributes)
    .filter(({ local, value }) => local === "href" && value.trim().startsWith("#"))
    .map(({ value }) => unescape(value.trim().slice(1)));
