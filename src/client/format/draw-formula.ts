import { createElement, type ReactNode } from "react";
import temml, { type Options } from "temml";

const OPTIONS: Options = {
  throwOnError: true,
  trust: false,
  strict: false,
  annotate: false,
  wrap: "tex",
  maxExpand: 100,
  maxSize: [20, 20],
};

/** What formulas are made of; links, pictures, HTML and whatever else could come are not among it. */
const ELEMENTS = new Set(
  "math mrow mi mn mo ms mspace mtext mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd menclose".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  "display displaystyle scriptlevel mathvariant stretchy fence separator largeop movablelimits symmetric minsize maxsize lspace rspace linethickness accent accentunder form rowspan columnspan columnalign notation".split(
    " ",
  ),
);
/** Lengths that could reach far out of the formula. */
const LENGTHS = new Set(["width", "height", "depth", "voffset", "minsize", "maxsize", "lspace", "rspace"]);
const MAX_LENGTH_EM = 20;
const CLASSES = /^(?:tml|chr|wbk|ff)-[\w-]+$/u;
/** Elements that a formula may have. */
const MAX_ELEMENTS = 5000;

/** LaTeX as MathML elements of React; null where it is not understood, or uses what a formula has no need of. */
export function drawFormula(tex: string, isDisplay: boolean): ReactNode {
  try {
    const markup = temml.renderToString(tex, { ...OPTIONS, displayMode: isDisplay });
    // A document that is never shown: nothing in it runs or loads. Styles would be refused, and complained of, even so.
    const inert = new DOMParser().parseFromString(markup.replaceAll(/ style="[^"]*"/gu, ""), "text/html");
    const math = inert.body.firstElementChild;
    if (!math || math.getElementsByTagName("*").length > MAX_ELEMENTS) return null;
    return toElement(math, 0);
  } catch {
    return null;
  }
}

class NoFormula extends Error {}

/** The element in React, with those attributes alone that are known. Throws where there is an unknown element. */
function toElement(element: Element, key: number): ReactNode {
  const name = element.localName;
  if (!ELEMENTS.has(name)) throw new NoFormula(name);
  const children = [...element.childNodes].map((child, index) =>
    child instanceof Element ? toElement(child, index) : child.textContent,
  );
  return createElement(name, { key, ...toAttributes(element) }, ...children);
}

function toAttributes(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    const isLength = LENGTHS.has(name);
    if (isLength ? isModest(value) : ATTRIBUTES.has(name)) attributes[name] = value;
  }
  const classes = [...element.classList].filter((name) => CLASSES.test(name));
  return classes.length > 0 ? { ...attributes, className: classes.join(" ") } : attributes;
}

const isModest = (length: string): boolean => Math.abs(Number.parseFloat(length)) <= MAX_LENGTH_EM;
