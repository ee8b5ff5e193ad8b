import type { Handler } from "htmlparser2";

import { webAddress } from "#server/outside/http/canonical-url.ts";
import { SourceError } from "#server/outside/http/source-error.ts";

import { endsElement, isEntry, isTextElement, isVoidInHtml } from "./feed-elements.ts";

const MAX_DEPTH = 100;
/** The parser's time grows with the number of open elements at each further one: `<a><a><a>…` is refused early. */
const MAX_OPEN = 1000;
const MAX_ELEMENTS = 400_000;
/** Feeds have some dozens. A tree of many thousand different names takes its readers seconds. */
const MAX_NAMES = 500;
const MAX_ATTRIBUTES = 60;
const NAME = /^[a-z_][\w.-]{0,60}(?::[a-z_][\w.-]{0,60})?$/u;
const ADDRESSES = new Set(["href", "src", "url", "uri", "rdf:resource", "resource"]);

interface OpenElement {
  name: string;
  /** What relative addresses in it are relative to, where xml:base says so. */
  base: string | undefined;
}

/** Writes down in simple XML what a parser that forgives everything finds in a document. */
export class XmlMender implements Partial<Handler> {
  readonly #written: string[] = [];
  readonly #open: OpenElement[] = [];
  readonly #base: string | undefined;
  /** Where the text begins that is being written; the elements above it are HTML. */
  #textDepth: number | null = null;
  /** Where in what is written the entry begins that has not ended yet. */
  #entryStart: number | null = null;
  #isCdata = false;
  #stillOpen = 0;
  #elements = 0;
  readonly #names = new Set<string>();
  /** Set once the document is at its end: what closes then had no end of its own. */
  isAtEnd = false;
  isCutOff = false;

  /** `base` is where the document came from. */
  constructor(base: string | undefined) {
    this.#base = base;
  }

  get xml(): string {
    return this.#written.join("");
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
    this.#stillOpen += 1;
    this.#elements += 1;
    if (this.#elements > MAX_ELEMENTS)
      throw new SourceError(`The XML has more than ${MAX_ELEMENTS} elements`);
    this.#endForgotten(name);
    if (this.#stillOpen > MAX_OPEN || (!this.isInText && this.#open.length > MAX_DEPTH)) {
      throw new SourceError(`The XML is nested deeper than ${MAX_DEPTH} elements`);
    }
    if (!NAME.test(name)) return;
    if (!this.isInText) this.#names.add(name);
    if (this.#names.size > MAX_NAMES)
      throw new SourceError(`The XML has more than ${MAX_NAMES} kinds of elements`);
    if (isEntry(name) && this.#entryStart === null) this.#entryStart = this.#written.length;
    const base = webAddress(attributes["xml:base"], this.#baseHere ?? this.#base) ?? this.#baseHere;
    const tag = startTag(name, this.#resolved(name, attributes, base));
    this.#open.push({ name, base });
    if (this.isInText) {
      this.#written.push(escaped(tag));
      return;
    }
    this.#written.push(tag);
    if (!isTextElement(name)) return;
    this.#textDepth = this.#open.length;
    // What HTML has for it: its addresses are resolved by whoever reads the text.
    if (attributes["xml:base"] !== undefined && base !== undefined) {
      this.#written.push(escaped(startTag("base", { href: base })));
    }
  }

  onclosetag(name: string): void {
    this.#stillOpen -= 1;
    if (this.isAtEnd) {
      this.isCutOff = true;
      if (this.#entryStart !== null) this.#forgetEntry();
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
    const plain = this.#isCdata ? escaped(text) : withEntities(text);
    // Within HTML that stands here as elements, an escaped letter is one of HTML.
    const isInHtml = this.#textDepth !== null && this.#open.length > this.#textDepth;
    this.#written.push(isInHtml ? escaped(plain) : plain);
  }

  /** Ends the elements whose own ends were forgotten, as the beginning of another one shows. */
  #endForgotten(next: string): void {
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
        this.#written.push(`</${name}>`);
        this.#textDepth = null;
      } else if (!isVoidInHtml(name)) this.#written.push(escaped(`</${name}>`));
      if (isEntry(name) && !this.#open.some((element) => isEntry(element.name))) this.#entryStart = null;
    }
  }

  /** An entry that was cut through may have half an address. */
  #forgetEntry(): void {
    this.#written.length = this.#entryStart ?? this.#written.length;
    this.#open.length = this.#open.findIndex(({ name }) => isEntry(name));
    this.#entryStart = null;
    this.#textDepth = null;
  }

  get #baseHere(): string | undefined {
    return this.#open.at(-1)?.base;
  }

  /** The attributes, their relative addresses completed where xml:base says with what. */
  #resolved(
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
          ADDRESSES.has(name) && value.trim() !== "" ? (webAddress(value, base) ?? value) : value,
        ]),
      ),
      // Values that are addresses stand in entries and at the top.
      ...((isEntry(tag) || this.#open.length < 2) && { "xml:base": base }),
    };
  }
}

const startTag = (name: string, attributes: Record<string, string>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${withEntities(value).replaceAll('"', "&quot;")}"`)
    .join("")}>`;

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const NAMED_ENTITY = /&(?![a-z][a-z\d]{1,30};)/giu;

/** The same, but names of letters stay, such as `&eacute;`, which XML does not know and feeds use all the same. */
const withEntities = (text: string): string =>
  text.replaceAll(NAMED_ENTITY, "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
