import { isUtf8 } from "node:buffer";
import { unescape } from "node:querystring";

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
/** Elements of SVG and SVG Tiny that run code. */
const SCRIPT_ELEMENTS = new Set(["script", "handler", "listener"]);

/** Returns an issue if the root element is not `svg`. */
function findRootIssue({ local, uri }: SaxesTagNS): SvgIssue | null {
  if (local === "svg" && uri === SVG_NAMESPACE) return null;
  return { problem: "doesn't start with an svg element in the SVG namespace", remedy: "Save it as SVG" };
}

/** Returns an issue if the element or one of its attributes is dangerous. Matches names in any case and namespace. */
function findElementIssue({ local, uri, attributes }: SaxesTagNS): SvgIssue | null {
  const element = local.toLowerCase();
  if (SCRIPT_ELEMENTS.has(element))
    return { problem: "contains a script", remedy: "Save it without scripts" };
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
/** Maximum number of rendered elements, with every `use` expanded. */
const MAX_RENDERED = 200_000;

class SvgRefusal extends Error {}

function refuse({ problem, remedy }: SvgIssue): never {
  throw new SvgRefusal(`This SVG ${problem}. ${remedy} and try again.`);
}

function refuseIf(issue: SvgIssue | null): void {
  if (issue) refuse(issue);
}

const NOT_UTF8_ISSUE = { problem: "isn't plain UTF-8 text", remedy: "Save it uncompressed, as UTF-8," };
const tooComplex = (problem: string) => ({ problem, remedy: "Simplify it" });

/** Returns why an SVG file is invalid or dangerous, as a sentence for the user, or null for a safe drawing. */
export function findSvgIssue(bytes: Uint8Array): string | null {
  try {
    if (!isUtf8(bytes) || bytes.includes(0)) refuse(NOT_UTF8_ISSUE);
    readSvg(new TextDecoder().decode(bytes));
    return null;
  } catch (error) {
    if (error instanceof SvgRefusal) return error.message;
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
    // A browser would decode a text that differs from the one checked here.
    if (encoding.toLowerCase() !== "utf-8") refuse(NOT_UTF8_ISSUE);
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
      refuse(tooComplex(`has an element with more than ${MAX_ATTRIBUTES} attributes`));
  });
  parser.on("opentag", (tag) => {
    attributes = 0;
    if (open.length === 0) refuseIf(findRootIssue(tag));
    refuseIf(findElementIssue(tag));
    open.push(tag.local.toLowerCase());
    tally.enter(tag);
    if (open.length > MAX_DEPTH) refuse(tooComplex(`is nested deeper than ${MAX_DEPTH} levels`));
    if (tally.elements() > MAX_ELEMENTS) refuse(tooComplex(`has more than ${MAX_ELEMENTS} elements`));
  });
  parser.on("closetag", () => {
    open.pop();
    tally.leave();
  });
  parser.on("text", collectCss);
  parser.on("cdata", collectCss);
  parser.write(text).close();
  refuseIf(findCssIssue(css));
  if (tally.drawn() > MAX_RENDERED) refuse(tooComplex("repeats its parts too many times"));
}

/** Problem in an SVG and its remedy, for the sentence "This SVG [problem]. [remedy] and try again." */
interface SvgIssue {
  problem: string;
  remedy: string;
}

const INTERNAL_REFERENCE = /^\s*(?:#|data:image\/(?:png|jpe?g|gif|webp)[;,])/iu;
const URL_FUNCTION = /\b(?:url|src)\(\s*["']?([^"')]*)/giu;
/**
 * Addresses in these functions are plain strings at any position. `[^()]` keeps the pattern fast for texts with many
 * open brackets.
 */
const IMAGE_FUNCTION = /image-set\(|\bimage\([^()]*["']/iu;

/** Longer than escaped styles in drawings. Decoding escapes is slow. */
const MAX_ESCAPED_LENGTH = 100_000;

/** Returns an issue unless the reference points into the file or to an embedded picture. */
function findReferenceIssue(address: string): SvgIssue | null {
  if (INTERNAL_REFERENCE.test(address)) return null;
  const shown = address.trim().slice(0, 40);
  return { problem: `refers to external content (${shown})`, remedy: "Embed everything in the file" };
}

/** Returns an issue for an external reference in CSS, or in an attribute that may contain CSS. */
function findCssIssue(text: string): SvgIssue | null {
  const hasEscapes = text.includes("\\");
  if (hasEscapes && text.length > MAX_ESCAPED_LENGTH)
    return { problem: "has very long styles with escape sequences", remedy: "Simplify it" };
  const css = hasEscapes ? decodeEscapes(text) : text;
  if (/@import/iu.test(css))
    return { problem: "imports a style sheet", remedy: "Embed its styles in the file" };
  const [imageFunction] = IMAGE_FUNCTION.exec(css) ?? [];
  if (imageFunction !== undefined) return findReferenceIssue(imageFunction);
  for (const [, address = ""] of css.matchAll(URL_FUNCTION)) {
    const issue = findReferenceIssue(address);
    if (issue) return issue;
  }
  return null;
}

/** Decodes CSS escapes. Browsers read `\75rl(…)` as `url(…)`. */
const decodeEscapes = (css: string): string =>
  css.replaceAll(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/giu, (_escape, code?: string, character?: string) => {
    if (code === undefined) return character ?? "";
    const codePoint = Number.parseInt(code, 16);
    return codePoint > 0x10_ff_ff ? "\uFFFD" : String.fromCodePoint(codePoint);
  });

/** Unit that `use` can repeat: an element with an id, or the whole drawing. */
interface RepeatablePart {
  /** Number of elements in this part, without nested parts. */
  elements: number;
  children: RepeatablePart[];
  /** Ids of the parts that its `use` elements repeat. */
  usedIds: string[];
}

/** Deeper than in any drawing. A part that repeats itself has no end. */
const MAX_REPEAT_DEPTH = 500;

/**
 * Counts the elements of a drawing, as written and as rendered. A few nested `use` elements can expand to billions,
 * which would freeze the browser of every viewer.
 */
function createSvgTally() {
  const drawing: RepeatablePart = { elements: 0, children: [], usedIds: [] };
  const parts = new Map<string, RepeatablePart>();
  const open = [drawing];
  const totals = new Map<RepeatablePart, number>();
  let elements = 0;

  function enter({ local, attributes }: SaxesTagNS): void {
    elements += 1;
    const parent = open.at(-1) ?? drawing;
    const id = attributes["id"]?.value;
    const part = id === undefined ? parent : { elements: 0, children: [], usedIds: [] };
    if (part !== parent) parent.children.push(part);
    if (id !== undefined && !parts.has(id)) parts.set(id, part);
    open.push(part);
    part.elements += 1;
    if (local === "use") part.usedIds.push(...listTargets(attributes));
  }

  function countRendered(part: RepeatablePart | undefined, depth = 0): number {
    if (!part) return 0;
    if (depth > MAX_REPEAT_DEPTH) return Infinity;
    const knownTotal = totals.get(part);
    if (knownTotal !== undefined) return knownTotal;
    let total = part.elements;
    for (const inner of part.children) total += countRendered(inner, depth + 1);
    for (const id of part.usedIds) total += countRendered(parts.get(id), depth + 1);
    totals.set(part, total);
    return total;
  }

  return {
    enter,
    leave: () => void open.pop(),
    elements: () => elements,
    drawn: () => countRendered(drawing),
  };
}

const listTargets = (attributes: SaxesTagNS["attributes"]): string[] =>
  Object.values(attributes)
    .filter(({ local, value }) => local === "href" && value.trim().startsWith("#"))
    .map(({ value }) => unescape(value.trim().slice(1)));
