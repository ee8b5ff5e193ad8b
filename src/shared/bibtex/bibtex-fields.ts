/** The fields of an entry as they stand, in LaTeX: names in lower case, values without what encloses them. */
export type BibtexFields = Map<string, string>;

/** What `@string` and BibTeX itself abbreviate, by name in lower case. */
export type Abbreviations = Map<string, string>;

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
export const months = (): Abbreviations =>
  new Map(MONTHS.map((month) => [month.slice(0, 3).toLowerCase(), month]));

const SEPARATORS = /[\s,]*/uy;
const NAME = /([^\s=,{}()"#@]+)\s*=\s*/uy;
const WORD = /[^\s,{}()"#=]+/uy;
const SPACE = /\s*/uy;

/** Reads `name = value, name = value`, in time that grows with its length; what is no field is passed over. */
export function readFields(text: string, abbreviations: Abbreviations): BibtexFields {
  const fields: BibtexFields = new Map();
  let at = 0;
  while (at < text.length) {
    at = behind(SEPARATORS, text, at);
    NAME.lastIndex = at;
    const [start, name] = NAME.exec(text) ?? [];
    if (start === undefined || name === undefined) {
      const comma = text.indexOf(",", at);
      at = comma === -1 ? text.length : comma;
      continue;
    }
    const value = readValue(text, at + start.length, abbreviations);
    if (!fields.has(name.toLowerCase())) fields.set(name.toLowerCase(), value.text);
    at = value.end;
  }
  return fields;
}

/** A short file can ask for one long abbreviation very often. */
const MAX_ABBREVIATED = 5000;

/** Reads a value, or several that `#` joins. */
export function readValue(
  text: string,
  start: number,
  abbreviations: Abbreviations,
): { text: string; end: number } {
  const parts: string[] = [];
  let at = start;
  let abbreviated = 0;
  for (;;) {
    const opening = text[at];
    if (opening === "{" || opening === '"') {
      const end = endOfBraced(text, at + 1, opening === "{" ? "}" : '"') ?? text.length + 1;
      parts.push(text.slice(at + 1, end - 1));
      at = end;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0] ?? "";
      const meant = abbreviations.get(word.toLowerCase()) ?? word;
      abbreviated += meant.length;
      if (abbreviated <= MAX_ABBREVIATED) parts.push(meant);
      at += word.length;
    }
    const next = behind(SPACE, text, at);
    if (text[next] !== "#") return { text: parts.join(""), end: next };
    at = behind(SPACE, text, next + 1);
  }
}

/** The position behind what a sticky pattern matches here. */
function behind(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/**
 * The position behind what closes a value or a block; braces inside belong to it, and so do quoted values inside
 * parentheses. Null where nothing closes it.
 */
export function endOfBraced(text: string, start: number, closing: "}" | ")" | '"'): number | null {
  let depth = 0;
  let isQuoted = false;
  let last = "";
  for (let index = start; index < text.length; index += 1) {
    const character = text.charAt(index);
    if (depth === 0 && character === closing && !isQuoted) return index + 1;
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (character === '"' && depth === 0 && closing === ")")
      isQuoted = !isQuoted && (last === "=" || last === "#");
    if (!/\s/u.test(character)) last = character;
  }
  return null;
}
