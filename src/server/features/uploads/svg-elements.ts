import type { SaxesAttributeNS, SaxesTagNS } from "saxes";

import { findCssIssue, findReferenceIssue, type SvgIssue } from "./svg-references.ts";

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
/** Names of SVG and SVG Tiny elements that run code. */
const SCRIPTS = new Set(["script", "handler", "listener"]);

/** Returns an issue if the root element is not that of an SVG drawing. */
export function findRootIssue({ local, uri }: SaxesTagNS): SvgIssue | null {
  if (local === "svg" && uri === SVG_NAMESPACE) return null;
  return { problem: "doesn't start with an svg element in the SVG namespace", remedy: "Save it as SVG" };
}

/** Returns the dangerous part of an element and its attributes. Names match in any case and namespace. */
export function findElementIssue({ local, uri, attributes }: SaxesTagNS): SvgIssue | null {
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
