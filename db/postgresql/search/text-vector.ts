import type { SearchDoc } from "../../search/ranked-search.ts";
import { facetsOf } from "../../search/search-facets.ts";
import { wordsOf } from "./words.ts";

/** The words of a doc as a `tsvector`, and how many they are. */
export interface TextVector {
  vector: string;
  length: number;
}

/** The server knows no higher place; words further behind are found, but in no phrase. */
const LAST_PLACE = 16_382;
/** The server keeps no more places of a word. */
const MOST_PLACES = 255;
/** A vector has at most a megabyte, … */
const MOST_BYTES = 1_000_000;
/** …of which each word takes some beside its letters, and each place two. */
const BYTES_OF_WORD = 4;
const BYTES_OF_PLACE = 2;
/** What begins a filter, and no word. */
const FACET = "#";

/** A facet as it stands among the words. */
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
    // No phrase reaches from one text into the next.
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
