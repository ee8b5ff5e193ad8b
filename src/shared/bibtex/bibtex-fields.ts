/** Raw fields of an entry, in LaTeX: names in lower case, values without delimiters. */
export type BibtexFields = Map<string, string>;

/** Abbreviations from `@string` and BibTeX itself, by name in lower case. */
export type Abbreviations = Map<string, string>;

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
export const monthAbbreviations = (): Abbreviations =>
  new Map(MONTHS.map((month) => [month.slice(0, 3).toLowerCase(), month]));

const SEPARATORS = /[\s,]*/uy;
const NAME = /([^\s=,{}()"#@]+)\s*=\s*/uy;
const WORD = /[^\s,{}()"#=]+/uy;
const SPACE = /\s*/uy;

/** Parses `name = value, name = value`, in linear time. Skips anything else. */
export function readFields(text: string, abbreviations: Abbreviations): BibtexFields {
  const fields: BibtexFields = new Map();
  let at = 0;
  while (at < text.length) {
    at = endOfMatch(SEPARATORS, text, at);
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

/** Maximum total length of expanded abbreviations, in characters. A short file could repeat a long one very often. */
const MAX_EXPANDED_LENGTH = 5000;

/** Parses a value, or several joined by `#`. */
export function readValue(
  text: string,
  start: number,
  abbreviations: Abbreviations,
): { text: string; end: number } {
  const parts: string[] = [];
  let at = start;
  let expandedLength = 0;
  for (;;) {
    const opening = text[at];
    if (opening === "{" || opening === '"') {
      const end = endOfBraced(text, at + 1, opening === "{" ? "}" : '"') ?? text.length + 1;
      parts.push(text.slice(at + 1, end - 1));
      at = end;
    } else {
      WORD.lastIndex = at;
      const word = WORD.exec(text)?.[0] ?? "";
      const expansion = abbreviations.get(word.toLowerCase()) ?? word;
      expandedLength += expansion.length;
      if (expandedLength <= MAX_EXPANDED_LENGTH) parts.push(expansion);
      at += word.length;
    }
    const next = endOfMatch(SPACE, text, at);
    if (text[next] !== "#") return { text: parts.join(""), end: next };
    at = endOfMatch(SPACE, text, next + 1);
  }
}

/** Returns the position after a sticky pattern's match. */
function endOfMatch(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/**
 * Returns the position after the end of a value or block, skipping nested braces and quoted values inside parentheses.
 * Returns null if it isn't closed.
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
