const toSet = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements that contain text. Markup inside is HTML, well-formed or not. */
const TEXTS = toSet("title description summary content encoded subtitle tagline info");
/** Elements that contain one short value. Another feed element inside means that their end tag is missing. */
const VALUES = toSet("title link guid id pubdate published updated comments author category date creator");
/** Elements that can't begin inside a text, since HTML has none of these names. */
const NEVER_HTML = toSet(
  "item entry guid pubdate enclosure description published updated content:encoded dc:date dc:creator media:content media:thumbnail",
);
const AFTER_VALUES = toSet("title link id content summary author category comments");
const VOID_IN_HTML = toSet("area base br col embed hr img input param source track wbr");

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1);

/** True for an item of RSS or an entry of Atom. */
export const isEntry = (name: string): boolean => /^(?:[\w.-]+:)?(?:item|entry)$/u.test(name);

/** True if an element contains a text, which may be HTML. */
export const isTextElement = (name: string): boolean =>
  TEXTS.has(withoutPrefix(name)) && name !== "media:content";

/** True if this nested element shows that the open element's end tag is missing. */
export const endsElement = (name: string, open: string): boolean =>
  (NEVER_HTML.has(name) && (VALUES.has(withoutPrefix(open)) || isTextElement(open))) ||
  (AFTER_VALUES.has(name) && VALUES.has(open) && open !== "author");

/** True for HTML elements without content, which need no end tag. */
export const isVoidInHtml = (name: string): boolean => VOID_IN_HTML.has(name);
