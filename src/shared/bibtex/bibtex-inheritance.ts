import type { BibtexFields } from "./bibtex-fields.ts";

/** Entry of a BibTeX file. */
export interface BibtexEntry {
  /** Type in lower case, such as "book". */
  type: string;
  key: string;
  fields: BibtexFields;
}

/** Fields of a part, by the field of the whole work that they come from. */
const OF_THE_WHOLE: Readonly<Record<string, string>> = { title: "booktitle", subtitle: "booksubtitle" };
const PARTS = new Set(
  "inbook bookinbook suppbook incollection inproceedings conference inreference".split(" "),
);
/** Fields that are never inherited. */
const NEVER_INHERITED = new Set(["crossref", "xdata", "keywords"]);

/** Limit for chains of references. Nobody writes longer ones. */
const MAX_DEPTH = 10;

/** Limit for the inherited text of a file, in characters: one long note could otherwise be copied a thousand times. */
const MAX_INHERITED = 2_000_000;

/** Adds inherited fields to every entry: by `xdata` unchanged, by `crossref` as a part of a whole. */
export function withInherited(entries: readonly BibtexEntry[]): BibtexEntry[] {
  const byKey = new Map<string, BibtexEntry>();
  // As in BibTeX, the first of several entries with the same key counts.
  for (const entry of entries) {
    const key = entry.key.toLowerCase();
    if (key !== "" && !byKey.has(key)) byKey.set(key, entry);
  }
  const known = new Map<BibtexEntry, BibtexFields>();
  let inherited = 0;

  function collectFields(entry: BibtexEntry, depth: number): BibtexFields {
    const before = known.get(entry);
    if (before || depth > MAX_DEPTH) return before ?? entry.fields;
    // In a cycle, entries inherit only each other's own fields.
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
