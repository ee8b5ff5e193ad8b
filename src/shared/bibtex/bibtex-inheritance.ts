import type { BibtexFields } from "./bibtex-fields.ts";

/** An entry of a BibTeX file. */
export interface BibtexEntry {
  /** In lower case, such as "book". */
  type: string;
  key: string;
  fields: BibtexFields;
}

/** What an entry says of the work that it is a part of, by what that work says of itself. */
const OF_THE_WHOLE: Readonly<Record<string, string>> = { title: "booktitle", subtitle: "booksubtitle" };
const PARTS = new Set(
  "inbook bookinbook suppbook incollection inproceedings conference inreference".split(" "),
);
/** What an entry says for itself alone. */
const NEVER_INHERITED = new Set(["crossref", "xdata", "keywords"]);

/** Longer chains are followed no further; nobody writes them. */
const MAX_DEPTH = 10;

/** What all entries of a file may inherit together, in characters: else one long note would be there a thousand times. */
const MAX_INHERITED = 2_000_000;

/** Gives every entry what it takes from others: by `xdata` as it stands, by `crossref` as a part of a whole. */
export function withInherited(entries: readonly BibtexEntry[]): BibtexEntry[] {
  const byKey = new Map<string, BibtexEntry>();
  // As in BibTeX, the first of several entries with one key is meant.
  for (const entry of entries) {
    const key = entry.key.toLowerCase();
    if (key !== "" && !byKey.has(key)) byKey.set(key, entry);
  }
  const known = new Map<BibtexEntry, BibtexFields>();
  let inherited = 0;

  function collectFields(entry: BibtexEntry, depth: number): BibtexFields {
    const before = known.get(entry);
    if (before || depth > MAX_DEPTH) return before ?? entry.fields;
    // Entries that take from each other in a circle find what each says for itself.
    known.set(entry, entry.fields);
    const all: BibtexFields = new Map(entry.fields);
    for (const relation of ["xdata", "crossref"]) {
      const isPart = relation === "crossref" && PARTS.has(entry.type);
      for (const key of (entry.fields.get(relation) ?? "").split(",", MAX_DEPTH)) {
        const parent = byKey.get(key.trim().toLowerCase());
        for (const [name, value] of parent ? collectFields(parent, depth + 1) : []) {
          const own = (isPart && OF_THE_WHOLE[name]) || name;
          if (all.has(own) || NEVER_INHERITED.has(name)) continue;
          inherited += value.length;
          if (inherited <= MAX_INHERITED) all.set(own, value);
        }
      }
    }
    known.set(entry, all);
    return all;
  }

  return entries.map((entry) => ({ ...entry, fields: collectFields(entry, 0) }));
}
