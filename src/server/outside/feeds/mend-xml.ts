import { Parser } from "htmlparser2";

import { isVoidInHtml } from "./feed-elements.ts";
import { XmlMender } from "./xml-mender.ts";

/** Where the document itself begins: some servers write warnings, empty lines or stray letters in front of it. */
const BEGINNING = /<(?:\?xml\b|!doctype\b|!--|(?:[a-z][\w-]{0,20}:)?(?:rss|rdf|feed|channel)\b)/iu;
// eslint-disable-next-line no-control-regex -- finding what XML forbids is the point
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

export interface MendedXml {
  xml: string;
  /** It ends in the middle; of an entry that was cut through, nothing is left. */
  isCutOff: boolean;
}

/**
 * Well-formed XML of whatever a server sends as XML, so that all that comes after sees simple documents: elements
 * closed, letters escaped, names in lower case, HTML within texts escaped, xml:base (from `url`) applied, no
 * declarations. Time and space are in step with the size. Throws a SourceError for what is made to hurt its reader:
 * entities that a document defines itself, and elements nested deeper than anybody needs.
 */
export function mendXml(text: string, url?: string): MendedXml {
  const mender = new XmlMender(url);
  const parser = new FeedParser(mender, {
    xmlMode: true,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  });
  parser.write(text.slice(Math.max(0, text.search(BEGINNING))).replaceAll(FORBIDDEN, ""));
  mender.isAtEnd = true;
  parser.end();
  return { xml: mender.xml, isCutOff: mender.isCutOff };
}

/** Reads XML, but HTML where a text is HTML: there, a line break needs no end. */
class FeedParser extends Parser {
  readonly #mender: XmlMender;

  constructor(mender: XmlMender, options: ConstructorParameters<typeof Parser>[1]) {
    super(mender, options);
    this.#mender = mender;
  }

  protected override isVoidElement(name: string): boolean {
    return this.#mender.isInText && isVoidInHtml(name);
  }
}
