const toSet = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements whose content is a text: markup within them is HTML, well-formed or not. */
const TEXTS = toSet("title description summary content encoded subtitle tagline info");
/** Elements of one short value. Where another element of feeds begins within, their end was forgotten. */
const VALUES = toSet("title link guid id pubdate published updated comments author category date creator");
/** Elements that can begin in no text, since HTML has none of these names. */
const NEVER_HTML = toSet(
  "item entry guid pubdate enclosure description published updated content:encoded dc:date dc:creator media:content media:thumbnail",
);
const AFTER_VALUES = toSet("title link id content summary author category comments");
const VOID_IN_HTML = toSet("area base br col embed hr img input param source track wbr");

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An item of RSS or an entry of Atom. */
export const isEntry = (name: string): boolean => /^(?:[\w.-]+:)?(?:item|entry)$/u.test(name);

/** Whether an element's content is one text, which may be HTML. */
export const isTextElement = (name: string): boolean =>
  TEXTS.has(withoutPrefix(name)) && name !== "media:content";

/** Whether an element that begins within another one shows that the other's end was forgotten. */
export const endsElement = (name: string, open: string): boolean =>
  (NEVER_HTML.has(name) && (VALUES.has(withoutPrefix(open)) || isTextElement(open))) ||
  (AFTER_VALUES.has(name) && VALUES.has(open) && open !== "author");

/** Elements of HTML that have no content and need no end. */
export const isVoidInHtml = (name: string): boolean => VOID_IN_HTML.has(name);
