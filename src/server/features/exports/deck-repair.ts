import { strFromU8, strToU8, unzipSync } from "fflate";

const CONTENT_TYPES = "[Content_Types].xml";
const OVERRIDE = /<Override\b[^>]*\bPartName="\/?([^"]*)"[^>]*\/>/gu;
const SHAPES = /^ppt\/(?:slides|slideLayouts|slideMasters|notesSlides)\/[^/]+\.xml$/u;
const SHAPE_ID = /(<p:cNvPr\b[^>]*?\bid=")(\d+)(")/gu;

/**
 * Returns a deck's parts by name, repaired for PowerPoint. Removes folders and content types of missing parts, and
 * makes shape ids unique on each slide. The deck library ensures none of these.
 */
export function readRepairedParts(deck: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = Object.entries(unzipSync(deck)).filter(([name]) => !name.endsWith("/"));
  const names = new Set(files.map(([name]) => name));
  return new Map(
    files.map(([name, bytes]) => {
      if (name === CONTENT_TYPES) return [name, rewrite(bytes, (xml) => withoutMissingParts(xml, names))];
      return [name, SHAPES.test(name) ? rewrite(bytes, withUniqueShapeIds) : bytes];
    }),
  );
}

const rewrite = (bytes: Uint8Array, change: (xml: string) => string): Uint8Array =>
  strToU8(change(strFromU8(bytes)));

function withoutMissingParts(xml: string, names: ReadonlySet<string>): string {
  const kept = new Set<string>();
  return xml.replaceAll(OVERRIDE, (override, part: string) => {
    if (!names.has(part) || kept.has(part)) return "";
    kept.add(part);
    return override;
  });
}

/** Replaces repeated shape ids. */
function withUniqueShapeIds(xml: string): string {
  const used = new Set<string>();
  let highest = Math.max(0, ...Array.from(xml.matchAll(SHAPE_ID), ([, , id]) => Number(id)));
  return xml.replaceAll(SHAPE_ID, (_, before: string, id: string, after: string) => {
    const unique = used.has(id) ? String((highest += 1)) : id;
    used.add(unique);
    return `${before}${unique}${after}`;
  });
}
