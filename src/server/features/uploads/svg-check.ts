import { isUtf8 } from "node:buffer";

import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from "saxes";

import { findCssIssue, findReferenceIssue, type SvgIssue } from "./svg-references.ts";
import { createSvgTally } from "./svg-tally.ts";

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

/**
 * Returns what is invalid or dangerous in an SVG file, in a sentence for the uploader. Returns null for a safe
 * drawing.
 */
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
