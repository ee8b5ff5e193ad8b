import type { SearchDoc } from "../../search/ranked-search.ts";
import { facetsOf } from "../../search/search-facets.ts";
import { wordsOf } from "./words.ts";

/** Words of a doc as a `tsvector`, and their number. */
export interface TextVector {
  vector: string;
  length: number;
}

/** The server's highest position. Later words are found, but not in phrases. */
const LAST_PLACE = 16_382;
/** The server's maximum number of positions per word. */
const MOST_PLACES = 255;
/** A vector has at most one megabyte. */
const MOST_BYTES = 1_000_000;
/** Bytes that each word takes in addition to its letters. Each position takes two. */
const BYTES_OF_WORD = 4;
const BYTES_OF_PLACE = 2;
/** Prefix of filters. No word contains it. */
const FACET = "#";

/** Returns a facet as a lexeme. */
export const facetLexeme = (facet: string): string => FACET + facet;

export function vectorOf(doc: SearchDoc): TextVector {
  const places = new Map<string, string[]>();
  let place = 0;
  let length = 0;
  let bytes = 0;
  const add = (text: string, weight: string) => {
    for (const { stem } of wordsOf(text)) {
      place += 1;
      length += 1;
      let ofStem = places.get(stem);
      if (!ofStem) {
        bytes += Buffer.byteLength(stem) + BYTES_OF_WORD;
        if (bytes > MOST_BYTES) return;
        ofStem = [];
        places.set(stem, ofStem);
      }
      if (place > LAST_PLACE || ofStem.length === MOST_PLACES) continue;
      ofStem.push(`${place}${weight}`);
      bytes += BYTES_OF_PLACE;
    }
    // Prevents phrases that span two texts.
    place += 1;
  };
  add(doc.title, "A");
  add(doc.people, "B");
  add(doc.body, "");
  const words = Array.from(
    places,
    ([stem, ofStem]) => `'${stem}'${ofStem.length > 0 ? ":" : ""}${ofStem.join(",")}`,
  );
  const facets = facetsOf(doc).map((facet) => `'${facetLexeme(facet)}'`);
  return { vector: [...facets, ...words].join(" "), length };
}
