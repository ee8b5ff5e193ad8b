import {
  type Abbreviations,
  type BibtexFields,
  endOfBraced,
  months,
  readFields,
  readValue,
} from "./bibtex-fields.ts";
import { type BibtexEntry, withInherited } from "./bibtex-inheritance.ts";

/** An entry of a BibTeX file: read, with all that it takes from others, or as it stands where it cannot be read. */
type BibtexBlock =
  | { ok: true; source: string; fields: BibtexFields }
  | { ok: false; source: string; message: string };

/** No work needs more to be named; longer ones are refused. */
const MAX_ENTRY_LENGTH = 200_000;

/** Abbreviations may be made of abbreviations, each twice as long as the one before. */
const MAX_ABBREVIATED_LENGTH = 500;

/** What is read of an entry; the rest, such as lists of files, stays behind. */
const WANTED =
  "crossref xdata title subtitle booktitle booksubtitle maintitle author editor translator organization institution school publisher year date isbn pages topic keywords note annote annotation comment abstract howpublished url doi eprint image".split(
    " ",
  );

const INHERITING = new Set(["crossref", "xdata"]);

// An entry may also stand on a line with others, but at the start of a line "@word{" always begins one: so a brace that
// is never closed spoils one entry and not the rest of the file.
const ENTRY_LINES = /^(?=[ \t]*@\w+\s*[{(])/mu;
const ENTRY = /@(\w+)\s*([{(])\s*([^\s,={}()]*)/gu;

type Found = { ok: true; entry: BibtexEntry } | { ok: false; source: string; message: string };

/** Parts a BibTeX file into its entries, in time that grows with its length alone. */
export function bibtexBlocks(text: string): BibtexBlock[] {
  const found: Found[] = [];
  const abbreviations: Abbreviations = months();
  for (const lines of text.split(ENTRY_LINES)) {
    ENTRY.lastIndex = 0;
    for (let start = ENTRY.exec(lines); start; start = ENTRY.exec(lines)) {
      const [whole, type = "", opening, key = ""] = start;
      const begin = start.index + whole.length;
      const end = endOfBraced(lines, begin, opening === "(" ? ")" : "}");
      const source = lines.slice(start.index, end ?? undefined);
      ENTRY.lastIndex = end ?? lines.length;
      const inside = lines.slice(begin, end === null ? undefined : end - 1);
      if (/^(?:comment|preamble|set)$/iu.test(type)) continue;
      if (/^string$/iu.test(type)) abbreviate(key, inside, abbreviations);
      else if (end === null) found.push(unreadable(key, source, "is never closed"));
      else if (source.length > MAX_ENTRY_LENGTH)
        found.push(unreadable(key, source, "is too long to be read"));
      else {
        const fields = pickWanted(readFields(inside, abbreviations));
        found.push({ ok: true, entry: { type: type.toLowerCase(), key, fields } });
      }
    }
  }
  return withParents(found);
}

function abbreviate(name: string, inside: string, abbreviations: Abbreviations): void {
  const equals = /^\s*=\s*/u.exec(inside);
  if (!equals) return;
  const { text } = readValue(inside, equals[0].length, abbreviations);
  abbreviations.set(name.toLowerCase(), text.slice(0, MAX_ABBREVIATED_LENGTH));
}

/** The entries with what they inherit; those that are there to be inherited from are no works themselves. */
function withParents(found: readonly Found[]): BibtexBlock[] {
  const entries = withInherited(found.flatMap((block) => (block.ok ? block.entry : [])));
  let next = 0;
  return found.flatMap((block): BibtexBlock | [] => {
    if (!block.ok) return block;
    const entry = entries[next++] ?? block.entry;
    return entry.type === "xdata" ? [] : formatBlock(entry);
  });
}

const pickWanted = (fields: BibtexFields): BibtexFields =>
  new Map(
    WANTED.flatMap((name) => {
      const value = fields.get(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

/** An entry written anew, so that it can be read without the others. */
function formatBlock({ type, key, fields }: BibtexEntry): BibtexBlock {
  const lines = [...fields].map(([name, value]) => (INHERITING.has(name) ? "" : `  ${name} = {${value}},\n`));
  return { ok: true, source: `@${type}{${key},\n${lines.join("")}}`, fields };
}

const unreadable = (key: string, source: string, error: string): Found => ({
  ok: false,
  source,
  message: `The entry ${key} ${error}`.replace("  ", " "),
});
