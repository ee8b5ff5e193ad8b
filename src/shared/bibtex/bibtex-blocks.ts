import {
  type Abbreviations,
  type BibtexFields,
  endOfBraced,
  monthAbbreviations,
  readFields,
  readValue,
} from "./bibtex-fields.ts";

/** Entry of a BibTeX file: parsed, with all inherited fields, or its source if it can't be parsed. */
type BibtexBlock =
  | { ok: true; source: string; fields: BibtexFields }
  | { ok: false; source: string; message: string };

/** Maximum length of an entry, in characters. No real entry is longer, and longer ones are rejected. */
const MAX_ENTRY_LENGTH = 200_000;

/** Abbreviations can contain other abbreviations, so each could double the length. */
const MAX_ABBREVIATED_LENGTH = 500;

/** Fields that are imported. Others, such as lists of files, are dropped. */
const IMPORTED_FIELDS =
  "crossref xdata title subtitle booktitle booksubtitle maintitle author editor translator organization institution school publisher year date isbn pages topic keywords note annote annotation comment abstract howpublished url doi eprint image".split(
    " ",
  );

const MAX_KEY_LENGTH = 300;

const REFERENCE_FIELDS = new Set(["crossref", "xdata"]);

// An entry can share a line with others, but "@word{" at the start of a line always begins one. So an unclosed brace
// breaks one entry, not the rest of the file.
const ENTRY_LINES = /^(?=[ \t]*@\w+\s*[{(])/mu;
const ENTRY = /@(\w+)\s*([{(])\s*/gu;
// JabRef and Mendeley also write keys with parentheses and spaces, but never with "=", which a field has.
const KEY = /([^,={}"#\r\n]{0,200}?)\s*(?=,|[})]\s*$)/uy;
/** A key without a comma after it ends before the first field. */
const KEY_WITHOUT_COMMA = /([^\s,={}"#]{1,200})\s+(?=[a-z]{1,30}\s{0,9}=)/iuy;
const STRING_NAME = /([^\s,={}()"#]*)/uy;
const COMMENT = /^[ \t]*@comment\s*\{/gimu;

type ParsedBlock = { ok: true; entry: BibtexEntry } | { ok: false; source: string; message: string };

/** Splits a BibTeX file into its entries, in linear time. */
export function bibtexBlocks(text: string): BibtexBlock[] {
  const parsedBlocks: ParsedBlock[] = [];
  const abbreviations: Abbreviations = monthAbbreviations();
  for (const lines of withoutComments(text).split(ENTRY_LINES)) {
    ENTRY.lastIndex = 0;
    for (let start = ENTRY.exec(lines); start; start = ENTRY.exec(lines)) {
      const [whole, type = "", opening] = start;
      const beginning = start.index + whole.length;
      const end = endOfBraced(lines, beginning, opening === "(" ? ")" : "}");
      const source = lines.slice(start.index, end ?? undefined);
      const bounds = { beginning, end };
      const key = /^string$/iu.test(type)
        ? keyAt(STRING_NAME, lines, bounds)
        : keyAt(KEY, lines, bounds) || keyAt(KEY_WITHOUT_COMMA, lines, bounds);
      const begin = beginning + key.length;
      ENTRY.lastIndex = end ?? lines.length;
      const inside = lines.slice(begin, end === null ? undefined : end - 1);
      if (/^(?:comment|preamble|set)$/iu.test(type)) continue;
      if (/^string$/iu.test(type)) addAbbreviation(key, inside, abbreviations);
      else if (end === null) parsedBlocks.push(failedBlock(key, source, "is never closed"));
      else if (source.length > MAX_ENTRY_LENGTH)
        parsedBlocks.push(failedBlock(key, source, "is too long to be read"));
      else {
        const fields = pickImportedFields(readFields(inside, abbreviations));
        parsedBlocks.push({ ok: true, entry: { type: type.toLowerCase(), key, fields } });
      }
    }
  }
  return resolveInheritance(parsedBlocks);
}

/** Returns the key of an entry, or the name of an abbreviation. Empty if the first field follows directly. */
function keyAt(
  pattern: RegExp,
  lines: string,
  { beginning, end }: { beginning: number; end: number | null },
): string {
  const head = lines.slice(beginning, end ?? beginning + MAX_KEY_LENGTH).slice(0, MAX_KEY_LENGTH);
  pattern.lastIndex = 0;
  return pattern.exec(head)?.[1] ?? "";
}

/** Removes comments with balanced braces, such as commented-out entries. */
function withoutComments(text: string): string {
  const starts = Array.from(text.matchAll(COMMENT), ({ index, 0: found }) => ({
    index,
    brace: index + found.length - 1,
  }));
  if (starts.length === 0) return text;
  const closing = closingBraces(text);
  const parts: string[] = [];
  let at = 0;
  for (const { index, brace } of starts) {
    const close = closing.get(brace);
    if (index < at || close === undefined) continue;
    parts.push(text.slice(at, index));
    at = close + 1;
  }
  return [...parts, text.slice(at)].join("");
}

/** Maps the position of each opening brace to its closing one. */
function closingBraces(text: string): Map<number, number> {
  const open: number[] = [];
  const pairs = new Map<number, number>();
  for (const { index, 0: brace } of text.matchAll(/[{}]/gu)) {
    if (brace === "{") open.push(index);
    const start = brace === "}" ? open.pop() : undefined;
    if (start !== undefined) pairs.set(start, index);
  }
  return pairs;
}

function addAbbreviation(name: string, inside: string, abbreviations: Abbreviations): void {
  const equals = /^\s*=\s*/u.exec(inside);
  if (!equals) return;
  const { text } = readValue(inside, equals[0].length, abbreviations);
  abbreviations.set(name.toLowerCase(), text.slice(0, MAX_ABBREVIATED_LENGTH));
}

/** Adds inherited fields to the entries. Drops entries that only pass fields on to others. */
function resolveInheritance(parsedBlocks: readonly ParsedBlock[]): BibtexBlock[] {
  const entries = addInheritedFields(parsedBlocks.flatMap((block) => (block.ok ? block.entry : [])));
  let next = 0;
  return parsedBlocks.flatMap((block): BibtexBlock | [] => {
    if (!block.ok) return block;
    const entry = entries[next++] ?? block.entry;
    return entry.type === "xdata" ? [] : formatBlock(entry);
  });
}

/** Returns the imported fields. Joins JabRef's comments of each person, such as `comment-ada`, into one. */
function pickImportedFields(fields: BibtexFields): BibtexFields {
  const comments = [...fields].filter(([name]) => /^comment(?:-|$)/u.test(name)).map(([, value]) => value);
  const all = comments.length === 0 ? fields : new Map(fields).set("comment", comments.join("\n\n"));
  return new Map(
    IMPORTED_FIELDS.flatMap((name) => {
      const value = all.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Formats an entry so that it can be parsed without the others. */
function formatBlock({ type, key, fields }: BibtexEntry): BibtexBlock {
  const lines = [...fields].map(([name, value]) =>
    REFERENCE_FIELDS.has(name) ? "" : `  ${name} = {${value}},\n`,
  );
  return { ok: true, source: `@${type}{${key},\n${lines.join("")}}`, fields };
}

const failedBlock = (key: string, source: string, error: string): ParsedBlock => ({
  ok: false,
  source,
  message: `The entry ${key} ${error}`.replace("  ", " "),
});

/** Entry of a BibTeX file. */
interface BibtexEntry {
  /** Type in lower case, such as "book". */
  type: string;
  key: string;
  fields: BibtexFields;
}

/** Names that fields of a whole work have in its parts. */
const PART_FIELD_NAMES: Readonly<Record<string, string>> = { title: "booktitle", subtitle: "booksubtitle" };
const PART_TYPES = new Set(
  "inbook bookinbook suppbook incollection inproceedings conference inreference".split(" "),
);
/** Fields that are never inherited. */
const NEVER_INHERITED = new Set(["crossref", "xdata", "keywords"]);

/** Maximum length of a chain of references. Real chains are shorter. */
const MAX_DEPTH = 10;

/** Maximum length of all inherited texts in a file. Otherwise, one long note could be copied a thousand times. */
const MAX_INHERITED_LENGTH = 2_000_000;

/** Adds inherited fields to every entry: by `xdata` unchanged, by `crossref` as a part of a whole. */
function addInheritedFields(entries: readonly BibtexEntry[]): BibtexEntry[] {
  const byKey = new Map<string, BibtexEntry>();
  // As in BibTeX, the first of several entries with the same key counts.
  for (const entry of entries) {
    const key = entry.key.toLowerCase();
    if (key !== "" && !byKey.has(key)) byKey.set(key, entry);
  }
  const collectedFields = new Map<BibtexEntry, BibtexFields>();
  let inherited = 0;

  function collectFields(entry: BibtexEntry, depth: number): BibtexFields {
    const before = collectedFields.get(entry);
    if (before || depth > MAX_DEPTH) return before ?? entry.fields;
    // In a cycle, entries inherit only each other's own fields.
    collectedFields.set(entry, entry.fields);
    const all: BibtexFields = new Map(entry.fields);
    for (const relation of ["xdata", "crossref"]) {
      const isPart = relation === "crossref" && PART_TYPES.has(entry.type);
      for (const key of (entry.fields.get(relation) ?? "").split(",", MAX_DEPTH)) {
        const parent = byKey.get(key.trim().toLowerCase());
        for (const [name, value] of parent ? collectFields(parent, depth + 1) : []) {
          const ownName = (isPart && PART_FIELD_NAMES[name]) || name;
          if (all.has(ownName) || NEVER_INHERITED.has(name)) continue;
          inherited += value.length;
          if (inherited <= MAX_INHERITED_LENGTH) all.set(ownName, value);
        }
      }
    }
    collectedFields.set(entry, all);
    return all;
  }

  return entries.map((entry) => ({ ...entry, fields: collectFields(entry, 0) }));
}
