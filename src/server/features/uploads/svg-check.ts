import { isUtf8 } from "node:buffer";
import { unescape } from "node:querystring";

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
/** Names of SVG and SVG Tiny elements that run code. */
const SCRIPTS = new Set(["script", "handler", "listener"]);

/** Returns an issue if the root element is not `svg`. */
function findRootIssue({ local, uri }: SaxesTagNS): SvgIssue | null {
  if (local === "svg" && uri === SVG_NAMESPACE) return null;
  return { problem: "doesn't start with an svg element in the SVG namespace", remedy: "Save it as SVG" };
}

/** Returns the dangerous part of an element and its attributes. Names match in any case and namespace. */
function findElementIssue({ local, uri, attributes }: SaxesTagNS): SvgIssue | null {
  const element = local.toLowerCase();
  if (SCRIPTS.has(element)) return { problem: "contains a script", remedy: "Save it without scripts" };
  if (element === "foreignobject" || uri === HTML_NAMESPACE) {
    return { problem: "contains HTML or other foreign content", remedy: "Save it with shapes and text only" };
  }
  const isAnimation = element === "set" || element.startsWith("animate");
  for (const attribute of Object.values(attributes)) {
    const issue = findAttributeIssue(attribute, isAnimation);
    if (issue) return issue;
  }
  return null;
}

function findAttributeIssue({ local, name, value }: SaxesAttributeNS, isAnimation: boolean): SvgIssue | null {
  const attribute = local.toLowerCase();
  if (attribute.startsWith("on")) {
    return {
      problem: `has an event handler (${local.slice(0, 30)})`,
      remedy: "Save it without event handlers",
    };
  }
  if (isAnimation && attribute === "attributename" && /(?:^|:)href$/iu.test(value.trim())) {
    return { problem: "animates a reference", remedy: "Save it without that animation" };
  }
  const isReference = attribute === "href" || attribute === "src" || name === "xml:base";
  return (isReference ? findReferenceIssue(value) : null) ?? findCssIssue(value);
}

const MAX_ELEMENTS = 50_000;
const MAX_ATTRIBUTES = 1000;
const MAX_DEPTH = 200;
/** Limit of rendered elements, with every `use` expanded. */
const MAX_DRAWN = 200_000;

class Refusal extends Error {}

function refuse({ problem, remedy }: SvgIssue): never {
  throw new Refusal(`This SVG ${problem}. ${remedy} and try again.`);
}

function refuseIf(issue: SvgIssue | null): void {
  if (issue) refuse(issue);
}

const NOT_UTF8 = { problem: "isn't plain UTF-8 text", remedy: "Save it uncompressed, as UTF-8," };
const tooMuch = (problem: string) => ({ problem, remedy: "Simplify it" });

/** Returns a sentence about an invalid or dangerous part of an SVG file, or null for a safe drawing. */
export function findSvgIssue(bytes: Uint8Array): string | null {
  try {
    if (!isUtf8(bytes) || bytes.includes(0)) refuse(NOT_UTF8);
    readSvg(new TextDecoder().decode(bytes));
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

function readSvg(text: string): void {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const tally = createSvgTally();
  const open: string[] = [];
  let attributes = 0;
  let css = "";
  const collectCss = (part: string) => {
    if (open.at(-1) === "style") css += part;
  };
  parser.on("error", () => refuse({ problem: "isn't well-formed XML", remedy: "Save it again" }));
  parser.on("xmldecl", ({ encoding = "utf-8" }) => {
    // A browser would decode a different text from the one checked here.
    if (encoding.toLowerCase() !== "utf-8") refuse(NOT_UTF8);
  });
  parser.on("doctype", () =>
    refuse({ problem: "has a document type (DOCTYPE)", remedy: "Save it without one" }),
  );
  parser.on("processinginstruction", ({ target }) => {
    if (target.toLowerCase() !== "xml-stylesheet") return;
    refuse({ problem: "links to a style sheet", remedy: "Embed its styles in the file" });
  });
  parser.on("attribute", () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES)
      refuse(tooMuch(`has an element with more than ${MAX_ATTRIBUTES} attributes`));
  });
  parser.on("opentag", (tag) => {
    attributes = 0;
    if (open.length === 0) refuseIf(findRootIssue(tag));
    refuseIf(findElementIssue(tag));
    open.push(tag.local.toLowerCase());
    tally.enter(tag);
    if (open.length > MAX_DEPTH) refuse(tooMuch(`is nested deeper than ${MAX_DEPTH} levels`));
    if (tally.elements() > MAX_ELEMENTS) refuse(tooMuch(`has more than ${MAX_ELEMENTS} elements`));
  });
  parser.on("closetag", () => {
    open.pop();
    tally.leave();
  });
  parser.on("text", collectCss);
  parser.on("cdata", collectCss);
  parser.write(text).close();
  refuseIf(findCssIssue(css));
  if (tally.drawn() > MAX_DRAWN) refuse(tooMuch("repeats its parts too many times"));
}

/** Problem in an SVG and its remedy: "This SVG [problem]. [remedy] and try again." */
interface SvgIssue {
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
function findReferenceIssue(address: string): SvgIssue | null {
  if (INSIDE.test(address)) return null;
  const shown = address.trim().slice(0, 40);
  return { problem: `refers to external content (${shown})`, remedy: "Embed everything in the file" };
}

/** Returns an external reference in a style sheet, a style or an attribute that may contain an address. */
function findCssIssue(text: string): SvgIssue | null {
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
function createSvgTally() {
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
