/** Problem in an SVG and its remedy: "This SVG [problem]. [remedy] and try again." */
export interface SvgIssue {
  problem: string;
  remedy: string;
}

const INSIDE = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])/iu;
const URL_FUNCTION = /\b(?:url|src)\(\s*["']?([^"')]*)/giu;
/**
 * Their addresses are plain strings anywhere inside. The pattern crosses no bracket, since many open ones would make
 * it too slow.
 */
const IMAGE_FUNCTION = /image-set\(|\bimage\([^()]*["']/iu;

/** No drawing has a longer style with escapes. Decoding escapes is slow. */
const MAX_ESCAPED_LENGTH = 100_000;

/** Returns an issue unless the reference points into the file itself or to an embedded picture. */
export function findReferenceIssue(address: string): SvgIssue | null {
  if (INSIDE.test(address)) return null;
  const shown = address.trim().slice(0, 40);
  return {
    problem: `refers to external content (${shown})`,
    remedy: "Embed everything in the file",
  };
}

/** Returns an external reference in a style sheet, a style or an attribute that may contain an address. */
export function findCssIssue(text: string): SvgIssue | null {
  const hasEscapes = text.includes("\\");
  if (hasEscapes && text.length > MAX_ESCAPED_LENGTH)
    return { problem: "has very long styles with escape sequences", remedy: "Simplify it" };
  const css = hasEscapes ? withoutEscapes(text) : text;
  if (/@import/iu.test(css))
    return { problem: "imports a style sheet", remedy: "Embed its styles in the file" };
  const [images] = IMAGE_FUNCTION.exec(css) ?? [];
  if (images !== undefined) return findReferenceIssue(images);
  for (const [, address = ""] of css.matchAll(URL_FUNCTION)) {
    const issue = findReferenceIssue(address);
    if (issue) return issue;
  }
  return null;
}

/** CSS parses `\75rl(…)` as `url(…)`, so the check must too. */
const withoutEscapes = (css: string): string =>
  css.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/giu, (_escape, code?: string, character?: string) => {
    if (code === undefined) return character ?? "";
    const point = Number.parseInt(code, 16);
    return point > 0x10_ff_ff ? "\uFFFD" : String.fromCodePoint(point);
  });
