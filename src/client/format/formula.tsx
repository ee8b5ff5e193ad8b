import "temml/dist/Temml-Local.css";
import { type ReactNode, useMemo, createElement } from "react";
import temml from "temml";
import type { Options } from "temml";

/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- Scrollable elements must be
   reachable by keyboard and have a name. A paragraph can't contain a fieldset. */

/** Minimum length of an inline formula that gets its own scrolling line. It would hardly fit on a phone otherwise. */
const MIN_LONG_FORMULA = 90;

interface FormulaProps {
  tex: string;
  /** LaTeX source, shown if it is invalid. */
  source: string;
  isDisplay: boolean;
}

/** Formula as MathML, which screen readers support. Shows the source if it is invalid. */
export function Formula({ tex, source, isDisplay }: FormulaProps) {
  const math = useMemo(() => renderFormula(tex, isDisplay), [tex, isDisplay]);
  if (math === null) return <span>{source}</span>;
  if (!isDisplay && tex.length < MIN_LONG_FORMULA) return math;
  return (
    <span
      role="group"
      aria-label="Formula"
      tabIndex={0}
      className="my-1 block max-w-full overflow-x-auto overflow-y-hidden"
    >
      {math}
    </span>
  );
}

const OPTIONS: Options = {
  throwOnError: true,
  trust: false,
  strict: false,
  annotate: false,
  wrap: "tex",
  maxExpand: 100,
  maxSize: [20, 20],
};

/** Allowed MathML elements. Links, images, HTML and all others are excluded. */
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
/** Length attributes. Their values are limited, so that a formula can't overlap other content. */
const LENGTHS = new Set(["width", "height", "depth", "voffset", "minsize", "maxsize", "lspace", "rspace"]);
const MAX_LENGTH_EM = 20;
const CLASSES = /^(?:tml|chr|wbk|ff)-[\w-]+$/u;
/** Maximum number of elements in a formula. */
const MAX_ELEMENTS = 5000;

/**
 * Converts LaTeX to MathML elements in React. Returns null for invalid LaTeX, disallowed elements and too many
 * elements.
 */
export function renderFormula(tex: string, isDisplay: boolean): ReactNode {
  try {
    const markup = temml.renderToString(tex, { ...OPTIONS, displayMode: isDisplay });
    // Parsed in an inert document, where nothing runs or loads. Styles are removed, because the browser would block and
    // report them.
    const parsed = new DOMParser().parseFromString(markup.replaceAll(/ style="[^"]*"/gu, ""), "text/html");
    const math = parsed.body.firstElementChild;
    if (!math || math.getElementsByTagName("*").length > MAX_ELEMENTS) return null;
    return toElement(math, 0);
  } catch {
    return null;
  }
}

class InvalidFormula extends Error {}

/** Converts an element to React with its allowed attributes. Throws for a disallowed element. */
function toElement(element: Element, key: number): ReactNode {
  const name = element.localName;
  if (!ELEMENTS.has(name)) throw new InvalidFormula(name);
  const children = [...element.childNodes].map((child, index) =>
    child instanceof Element ? toElement(child, index) : child.textContent,
  );
  return createElement(name, { key, ...toAttributes(element) }, ...children);
}

function toAttributes(element: Element): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const { name, value } of element.attributes) {
    const isLength = LENGTHS.has(name);
    if (isLength ? isAllowedLength(value) : ATTRIBUTES.has(name)) attributes[name] = value;
  }
  const classes = [...element.classList].filter((name) => CLASSES.test(name));
  return classes.length > 0 ? { ...attributes, className: classes.join(" ") } : attributes;
}

const isAllowedLength = (length: string): boolean => Math.abs(Number.parseFloat(length)) <= MAX_LENGTH_EM;
