/** An entry of a BibTeX file as it stands there, with the abbreviations that it uses. */
type BibtexBlock = { ok: true; source: string } | { ok: false; source: string; message: string };

/** Longer entries are refused: reading LaTeX takes more time than its length. */
const MAX_ENTRY_LENGTH = 30_000;

// An entry may also stand on a line with others, but at the start of a line "@word{" always begins one: so a brace that
// is never closed spoils one entry and not the rest of the file.
const ENTRY_LINES = /^(?=[ \t]*@\w+\s*[{(])/mu;
const ENTRY = /@(\w+)\s*([{(])\s*([^\s,={}()]*)/gu;
const ABBREVIATION = /[=#]\s*([a-z][\w:.+-]*)/giu;

/** Parts a BibTeX file into its entries, in time that grows with its length alone. */
export function bibtexBlocks(text: string): BibtexBlock[] {
  const blocks: BibtexBlock[] = [];
  const abbreviations = new Map<string, string>();
  for (const lines of text.split(ENTRY_LINES)) {
    ENTRY.lastIndex = 0;
    for (let start = ENTRY.exec(lines); start; start = ENTRY.exec(lines)) {
      const [, type = "", opening, key = ""] = start;
      const end = endOfBlock(lines, start.index + start[0].length, opening === "(" ? ")" : "}");
      const source = lines.slice(start.index, end ?? undefined);
      ENTRY.lastIndex = end ?? lines.length;
      if (/^(?:comment|preamble)$/iu.test(type)) continue;
      if (/^string$/iu.test(type)) abbreviations.set(key.toLowerCase(), source);
      else if (end === null) blocks.push(unreadable(key, source, "is never closed"));
      else blocks.push(blockOf(key, source, abbreviations));
    }
  }
  return blocks;
}

/** The position behind the bracket that closes a block. */
function endOfBlock(text: string, start: number, closing: "}" | ")"): number | null {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (depth === 0 && character === closing) return index + 1;
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
  }
  return null;
}

function blockOf(key: string, entry: string, abbreviations: ReadonlyMap<string, string>): BibtexBlock {
  const names = [...entry.matchAll(ABBREVIATION)].map(([, name = ""]) => name.toLowerCase());
  const used = [...new Set(names)].flatMap((name) => abbreviations.get(name) ?? []);
  const length = used.reduce((sum, { length: more }) => sum + more, entry.length);
  if (length > MAX_ENTRY_LENGTH) return unreadable(key, entry, "is too long to be read");
  return { ok: true, source: [...used, entry].join("\n") };
}

const unreadable = (key: string, source: string, fault: string): BibtexBlock => ({
  ok: false,
  source,
  message: `The entry ${key} ${fault}`.replace("  ", " "),
});
