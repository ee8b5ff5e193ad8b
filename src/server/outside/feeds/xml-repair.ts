import { type Handler, Parser } from "htmlparser2";

import { webAddress } from "#server/outside/http/canonical-url.ts";
import { SourceError } from "#server/outside/http/source-error.ts";

/** Start of the document. Some servers send warnings, empty lines or stray characters before it. */
const DOCUMENT_START = /<(?:\?xml\b|!doctype\b|!--|(?:[a-z][\w-]{0,20}:)?(?:rss|rdf|feed|channel)\b)/iu;
// eslint-disable-next-line no-control-regex -- finding what XML forbids is the point
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

/** No element's name begins with a digit, as in "I <3 feeds". */
const BARE_ANGLE_BRACKET = /<(?=\d)/gu;

interface RepairedXml {
  xml: string;
  /** True if the document is truncated. The incomplete entry is dropped. */
  isCutOff: boolean;
}

/**
 * Repairs XML from a server, so that later steps see a simple document. Elements are closed, characters escaped and
 * names lowercased. HTML in texts is escaped, xml:base (from `url`) applied, and declarations removed. Takes time and
 * space linear in the size. Throws a SourceError for malicious input: custom entities and excessive nesting.
 */
export function repairXml(text: string, url?: string): RepairedXml {
  const repairer = new XmlRepairer(url);
  const parser = new FeedParser(repairer, {
    xmlMode: true,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  });
  const document = text.slice(Math.max(0, text.search(DOCUMENT_START)));
  parser.write(document.replaceAll(FORBIDDEN, "").replaceAll(BARE_ANGLE_BRACKET, "&lt;"));
  repairer.isAtEnd = true;
  parser.end();
  return { xml: repairer.xml, isCutOff: repairer.isCutOff };
}

/** Parses XML, but parses texts as HTML, where a line break needs no end tag. */
class FeedParser extends Parser {
  readonly #repairer: XmlRepairer;

  constructor(repairer: XmlRepairer, options: ConstructorParameters<typeof Parser>[1]) {
    super(repairer, options);
    this.#repairer = repairer;
  }

  protected override isVoidElement(name: string): boolean {
    return this.#repairer.isInText && isVoidInHtml(name);
  }
}

const toSet = (names: string): ReadonlySet<string> => new Set(names.split(" "));

/** Elements that contain text. Markup inside is HTML, well-formed or not. */
const TEXT_ELEMENTS = toSet("title description summary content encoded subtitle tagline info");
/** Elements that contain one short value. Another feed element inside means that their end tag is missing. */
const VALUE_ELEMENTS = toSet(
  "title link guid id pubdate published updated comments author category date creator",
);
/** Elements that can't begin inside a text, since HTML has none of these names. */
const FEED_ONLY_ELEMENTS = toSet(
  "item entry guid pubdate enclosure description published updated content:encoded dc:date dc:creator media:content media:thumbnail",
);
const ENDS_VALUE = toSet("title link id content summary author category comments");
const VOID_IN_HTML = toSet("area base br col embed hr img input param source track wbr");

const withoutPrefix = (name: string): string => name.slice(name.indexOf(":") + 1);

/** True for an item of RSS or an entry of Atom. */
const isEntry = (name: string): boolean => /^(?:[\w.-]+:)?(?:item|entry)$/u.test(name);

/** True if an element contains a text, which may be HTML. */
const isTextElement = (name: string): boolean =>
  TEXT_ELEMENTS.has(withoutPrefix(name)) && name !== "media:content";

/** True if this nested element shows that the open element's end tag is missing. */
const endsElement = (name: string, open: string): boolean =>
  (FEED_ONLY_ELEMENTS.has(name) && (VALUE_ELEMENTS.has(withoutPrefix(open)) || isTextElement(open))) ||
  (ENDS_VALUE.has(name) && VALUE_ELEMENTS.has(open) && open !== "author");

/** True for HTML elements without content, which need no end tag. */
const isVoidInHtml = (name: string): boolean => VOID_IN_HTML.has(name);

const MAX_DEPTH = 100;
/** The parser slows with each further open element, so `<a><a><a>…` is rejected early. */
const MAX_OPEN = 1000;
const MAX_ELEMENTS = 400_000;
/** Feeds have a few dozen. Many thousands of names would take parsers seconds. */
const MAX_NAMES = 500;
const MAX_ATTRIBUTES = 60;
const NAME = /^[a-z_][\w.-]{0,60}(?::[a-z_][\w.-]{0,60})?$/u;
const ADDRESS_ATTRIBUTES = new Set(["href", "src", "url", "uri", "rdf:resource", "resource"]);

interface OpenElement {
  name: string;
  /** Base of its relative addresses, from xml:base. */
  base: string | undefined;
}

/** Writes simple XML from the output of a lenient parser. */
class XmlRepairer implements Partial<Handler> {
  readonly #output: string[] = [];
  readonly #open: OpenElement[] = [];
  readonly #base: string | undefined;
  /** Depth of the current text. Deeper elements are HTML. */
  #textDepth: number | null = null;
  /** Offset in the output of the open entry. */
  #entryStart: number | null = null;
  #isCdata = false;
  #parserDepth = 0;
  #elementCount = 0;
  readonly #names = new Set<string>();
  /** True at the end of the document, where the remaining elements have no end tag. */
  isAtEnd = false;
  isCutOff = false;

  /** @param base the address of the document */
  constructor(base: string | undefined) {
    this.#base = base;
  }

  get xml(): string {
    return this.#output.join("");
  }

  get isInText(): boolean {
    return this.#textDepth !== null;
  }

  onprocessinginstruction(name: string, data: string): void {
    if (this.#open.length > 0) return;
    if (name === "!entity" || (name === "!doctype" && data.includes("["))) {
      throw new SourceError("The XML defines its own entities, which isn't allowed");
    }
  }

  onopentag(name: string, attributes: Record<string, string>): void {
    this.#parserDepth += 1;
    this.#elementCount += 1;
    if (this.#elementCount > MAX_ELEMENTS)
      throw new SourceError(`The XML has more than ${MAX_ELEMENTS} elements`);
    this.#closeUnclosed(name);
    if (this.#parserDepth > MAX_OPEN || (!this.isInText && this.#open.length > MAX_DEPTH)) {
      throw new SourceError(`The XML is nested deeper than ${MAX_DEPTH} elements`);
    }
    if (!NAME.test(name)) return;
    if (!this.isInText) this.#names.add(name);
    if (this.#names.size > MAX_NAMES)
      throw new SourceError(`The XML has more than ${MAX_NAMES} kinds of elements`);
    if (isEntry(name) && this.#entryStart === null) this.#entryStart = this.#output.length;
    const base = webAddress(attributes["xml:base"], this.#currentBase ?? this.#base) ?? this.#currentBase;
    const tag = startTag(name, this.#resolveAttributes(name, attributes, base));
    this.#open.push({ name, base });
    if (this.isInText) {
      this.#output.push(escapeXml(tag));
      return;
    }
    this.#output.push(tag);
    if (!isTextElement(name)) return;
    this.#textDepth = this.#open.length;
    // This is HTML's own equivalent, so that relative addresses in the text are resolved.
    if (attributes["xml:base"] !== undefined && base !== undefined) {
      this.#output.push(escapeXml(startTag("base", { href: base })));
    }
  }

  onclosetag(name: string): void {
    this.#parserDepth -= 1;
    if (this.isAtEnd) {
      this.isCutOff = true;
      if (this.#entryStart !== null) this.#dropEntry();
    }
    const index = this.#open.findLastIndex((element) => element.name === name);
    if (index !== -1) this.#closeTo(index);
  }

  oncdatastart(): void {
    this.#isCdata = true;
  }

  oncdataend(): void {
    this.#isCdata = false;
  }

  ontext(text: string): void {
    const plain = this.#isCdata ? escapeXml(text) : escapeExceptEntities(text);
    // Inside HTML elements, an escaped character belongs to the HTML.
    const isInHtml = this.#textDepth !== null && this.#open.length > this.#textDepth;
    this.#output.push(isInHtml ? escapeXml(plain) : plain);
  }

  /** Closes elements without end tags, if the beginning of another element implies their end. */
  #closeUnclosed(next: string): void {
    if (isEntry(next)) {
      const entry = this.#open.findIndex(({ name }) => isEntry(name));
      if (entry !== -1) this.#closeTo(entry);
    }
    const last = this.#textDepth === null ? this.#open.at(-1) : this.#open[this.#textDepth - 1];
    if (last && endsElement(next, last.name)) this.#closeTo(this.#open.indexOf(last));
  }

  #closeTo(index: number): void {
    while (this.#open.length > index) {
      const { name = "" } = this.#open.pop() ?? {};
      const isHtml = this.#textDepth !== null && this.#open.length >= this.#textDepth;
      if (!isHtml) {
        this.#output.push(`</${name}>`);
        this.#textDepth = null;
      } else if (!isVoidInHtml(name)) this.#output.push(escapeXml(`</${name}>`));
      if (isEntry(name) && !this.#open.some((element) => isEntry(element.name))) this.#entryStart = null;
    }
  }

  /** Drops a truncated entry, which may end in half an address. */
  #dropEntry(): void {
    this.#output.length = this.#entryStart ?? this.#output.length;
    this.#open.length = this.#open.findIndex(({ name }) => isEntry(name));
    this.#entryStart = null;
    this.#textDepth = null;
  }

  get #currentBase(): string | undefined {
    return this.#open.at(-1)?.base;
  }

  /** Returns the attributes with relative addresses resolved against xml:base. */
  #resolveAttributes(
    tag: string,
    attributes: Record<string, string>,
    base: string | undefined,
  ): Record<string, string> {
    const entries = Object.entries(attributes)
      .filter(([name]) => NAME.test(name) && name !== "xml:base")
      .slice(0, MAX_ATTRIBUTES);
    if (base === undefined) return Object.fromEntries(entries);
    return {
      ...Object.fromEntries(
        entries.map(([name, value]) => [
          name,
          ADDRESS_ATTRIBUTES.has(name) && value.trim() !== "" ? (webAddress(value, base) ?? value) : value,
        ]),
      ),
      // Texts that are addresses occur only in entries and at the top level.
      ...((isEntry(tag) || this.#open.length < 2) && { "xml:base": base }),
    };
  }
}

const startTag = (name: string, attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeExceptEntities(value).replaceAll('"', "&quot;")}"`)
    .join("")}>`;

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const NAMED_ENTITY = /&(?![a-z][a-z\d]{1,30};)/giu;

/** Escapes text, but preserves named entities such as `&eacute;`. XML doesn't define them, but feeds use them. */
const escapeExceptEntities = (text: string): string =>
  text.replaceAll(NAMED_ENTITY, "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
