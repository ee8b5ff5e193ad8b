import { Parser } from "htmlparser2";

import { isVoidInHtml, XmlMender } from "./xml-mender.ts";

/** Start of the document. Some servers send warnings, empty lines or stray characters before it. */
const BEGINNING = /<(?:\?xml\b|!doctype\b|!--|(?:[a-z][\w-]{0,20}:)?(?:rss|rdf|feed|channel)\b)/iu;
// eslint-disable-next-line no-control-regex -- finding what XML forbids is the point
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu;

export interface MendedXml {
  xml: string;
  /** True if the document is truncated. The incomplete entry is dropped. */
  isCutOff: boolean;
}

/**
 * Repairs XML from a server, so that later steps see a simple document. Elements are closed, characters escaped and
 * names lowercased. HTML in texts is escaped, xml:base (from `url`) applied, and declarations removed. Takes time and
 * space linear in the size. Throws a SourceError for malicious input: custom entities and excessive nesting.
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

/** Parses XML, but texts as HTML, where a line break needs no end tag. */
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
