import { SaxesParser } from "saxes";

import { SourceFault } from "./source-fault.ts";

const MAX_DEPTH = 100;

/**
 * Refuses XML that is made to hurt its reader: a document type, which can define entities that grow without end
 * or read files, and elements nested deeper than anybody needs. Faults of other kinds are the parser's business.
 */
export function refuseHostileXml(xml: string): void {
  const parser = new SaxesParser({ position: false });
  let depth = 0;
  parser.on("error", () => {
    // Feeds are rarely well-formed; the reader copes.
  });
  parser.on("doctype", () => {
    throw new SourceFault("The XML has a document type, which is refused");
  });
  parser.on("opentag", () => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new SourceFault(`The XML is nested deeper than ${MAX_DEPTH} elements`);
  });
  parser.on("closetag", () => {
    depth -= 1;
  });
  parser.write(xml).close();
  // The other parser may see a document type where this one saw an error.
  const prolog = xml.slice(0, xml.search(/<[a-z]/iu));
  if (/<!(?:DOCTYPE|ENTITY)/iu.test(prolog)) {
    throw new SourceFault("The XML has a document type, which is refused");
  }
}
