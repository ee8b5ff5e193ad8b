import { splitNames } from "#shared/readings/person-name.ts";
import {
  isInvisibleCommand,
  LATEX_SYMBOLS,
  SPACE,
  resolveLatex,
  restoreSpaces,
} from "#shared/tex/latex-symbols.ts";

const MAX_NAMES = 60;
const MAX_NAME_LENGTH = 300;

/** Matches the start of formulas and scripts. If a text has more than `MAX_MATH`, they are read as plain text. */
const MATH_START = /(?<!\\)[$^_]|\\[([]/gu;
const MAX_MATH = 2000;
/** Deeper nested braces are ignored. */
const MAX_DEPTH = 50;

/** Converts a BibTeX value to text, in linear time. */
export function readLatex(latex: string): string {
  const hasTooMuchMath = (latex.match(MATH_START)?.length ?? 0) > MAX_MATH;
  return tidyWhitespace(
    restoreSpaces(
      new LatexText(resolveLatex(hasTooMuchMath ? latex.replaceAll(MATH_START, " ") : latex)).text,
    ),
  );
}

/** Converts a BibTeX list of names to names separated by commas, each with the first name first. */
export function readNames(latex: string): string {
  const names = splitOutsideBraces(latex, NAME_SEPARATOR);
  const shortNames = names.slice(0, MAX_NAMES).filter((name) => name.length <= MAX_NAME_LENGTH);
  const singleNames = shortNames.flatMap((name) => (name.includes("{") ? name : splitNames(name)));
  return [...singleNames.map(readName), ...(shortNames.length < names.length ? ["et al."] : [])]
    .filter((name) => name !== "")
    .join(", ");
}

/** Reads an address from LaTeX. Only escapes of its characters are decoded. */
export const readAddress = (latex: string): string =>
  latex
    .replace(/^\s*\\url\s*\{(.*)\}\s*$/su, "$1")
    .replaceAll(/\\text(?:ascii)?tilde(?:\{\})?|\\~(?:\{\})?/gu, "~")
    .replaceAll(/\\textasciicircum(?:\{\})?/gu, "^")
    .replaceAll(/\{\}|\\(?=[&%$#_{}~-])|[<>{}]/gu, "")
    .trim();

const NAME_SEPARATOR = /[{}]|(?<=\s)and(?=\s)/giu;
const COMMA_OR_BRACE = /[{},]/gu;
/** Matches a part of a name in BibLaTeX's form `family=Berg, given=Hans, prefix=von`. */
const NAME_PART = /^(family|given|prefix|suffix)\s*=\s*(.*)$/su;

function readName(latex: string): string {
  if (/^others$/iu.test(latex)) return "et al.";
  const parts = splitOutsideBraces(latex, COMMA_OR_BRACE);
  const namedParts = new Map(
    parts.flatMap((part) => {
      const [, key = "", value = ""] = NAME_PART.exec(part) ?? [];
      return key === "" ? [] : [[key, value] as const];
    }),
  );
  const [last = "", ...rest] = parts;
  // In "Last, Jr., First", the suffix is in the middle.
  const orderedParts =
    namedParts.size > 0
      ? ["given", "prefix", "family", "suffix"].map((key) => namedParts.get(key) ?? "")
      : [rest.at(-1) ?? "", last, ...rest.slice(0, -1)];
  return orderedParts
    .map((part) => readLatex(part).replaceAll(/\s+/gu, " "))
    .filter((part) => part !== "")
    .join(" ");
}

/** Splits a list at matches of `end`, except within braces. `end` has to match braces too. */
export function splitOutsideBraces(latex: string, end: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: found, index } of latex.matchAll(end)) {
    if (found === "{") depth += 1;
    else if (found === "}") depth -= 1;
    else if (depth === 0) {
      parts.push(latex.slice(start, index).trim());
      start = index + found.length;
    }
  }
  return [...parts, latex.slice(start).trim()].filter((part) => part !== "");
}

const LATEX_TOKEN = new RegExp(
  [
    String.raw`( \\\\\{\}\n {4})`,
    String.raw`\\url\s*\{([^{}]*)\}`,
    String.raw`\\([a-zA-Z]+)\*?(\s*)(?=(\{\}|[{[]?))`,
    String.raw`\\(\\(?:\{\})?\s*|[^])`,
    String.raw`(\s+)`,
    "(---|--|``|''|[?!]`|~)",
    String.raw`([\\{}$^_])`,
    String.raw`(.)`,
  ].join("|"),
  "gsu",
);
const LIGATURES: Readonly<Record<string, string>> = {
  "---": "—",
  "--": "–",
  "``": "“",
  "''": "”",
  "?`": "¿",
  "!`": "¡",
  "~": " ",
};
const SUPERSCRIPTS = characterMap(
  "()+-0123456789=∘Aabcdefghijklmnoprstuvwxyz",
  "⁽⁾⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹⁼°ᴬᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ",
);
const SUBSCRIPTS = characterMap("()+-0123456789=aehklmnopstx", "₍₎₊₋₀₁₂₃₄₅₆₇₈₉₌ₐₑₕₖₗₘₙₒₚₛₜₓ");

function characterMap(from: string, to: string): ReadonlyMap<string, string> {
  const targets = Array.from(to);
  return new Map(Array.from(from, (character, index) => [character, targets[index] ?? ""]));
}

const ESCAPED_CHARACTERS = new Map([
  ...Array.from(",:;> \n", (character) => [character, " "] as const),
  ...Array.from("-/@!\"'`^~=.", (character) => [character, ""] as const),
  ["|", "‖"],
]);

/** How a command treats the group or the single character that follows it. */
type ArgumentUse = "^" | "_" | "skip" | "quote" | "formula" | null;

interface Group {
  parts: string[];
  isFormula: boolean;
  /** How the next group in this one is used. */
  next: ArgumentUse;
}

const ARGUMENT_USES: ReadonlyMap<string, ArgumentUse> = new Map([
  ["textsuperscript", "^"],
  ["textsubscript", "_"],
  ["enquote", "quote"],
  ["mkbibquote", "quote"],
  ["ensuremath", "formula"],
  // The first argument of these commands is not text.
  ...[
    "href",
    "textcolor",
    "color",
    "colorbox",
    "foreignlanguage",
    "selectlanguage",
    "hspace",
    "vspace",
    "begin",
    "end",
  ].map((name) => [name, "skip"] as const),
]);

/** Reads LaTeX from left to right in one pass. Removes unmatched braces. */
class LatexText {
  readonly #outer: Group[] = [];
  #group: Group = { parts: [], isFormula: false, next: null };
  #ignoredBraces = 0;

  constructor(latex: string) {
    for (const [
      ,
      exportedBreak,
      url,
      command,
      spaces = "",
      brace,
      escaped,
      space,
      ligature,
      token,
      character,
    ] of latex.matchAll(LATEX_TOKEN)) {
      if (exportedBreak !== undefined) this.#add("\n");
      else if (command !== undefined) this.#command(command, spaces, brace !== "" && brace !== "{}");
      else if (escaped !== undefined)
        this.#add(escaped.startsWith("\\") ? "\n" : (ESCAPED_CHARACTERS.get(escaped) ?? escaped));
      else if (space !== undefined) this.#space(space);
      else if (token !== undefined) this.#addToken(token);
      else if (ligature !== undefined)
        this.#add((this.#group.isFormula ? undefined : LIGATURES[ligature]) ?? ligature);
      else this.#add(url ?? character ?? "");
    }
    while (this.#outer.length > 0) this.#close();
  }

  get text(): string {
    return this.#group.parts.join("");
  }

  #add(text: string): void {
    const { parts, next } = this.#group;
    this.#group.next = null;
    if (next === "quote") parts.push("“", text, "”");
    else if (next === "^" || next === "_") parts.push(toScript(text, next, parts.at(-1) ?? ""));
    else if (next !== "skip") parts.push(text);
  }

  #space(space: string): void {
    if (this.#group.isFormula) return;
    const lines = space.split("\n").length;
    this.#add(lines > 2 ? "\n\n" : lines > 1 ? " " : space);
  }

  #command(name: string, spaces: string, hasArgument: boolean): void {
    const symbol = LATEX_SYMBOLS.get(name);
    const use = ARGUMENT_USES.get(name);
    if (symbol !== undefined) this.#add(symbol);
    else if (name === "par") this.#add("\n\n");
    else if (/^(?:Xe|Lua|pdf)?(?:La|Bib)?TeXe?$/u.test(name))
      this.#add(`${name.replace(/e$/u, "2ε")}${spaces}`);
    else if (use !== undefined) this.#group.next = use;
    else if (!hasArgument && !isInvisibleCommand(name)) this.#add(`\\${name}${SPACE}`);
  }

  #addToken(token: string): void {
    const { isFormula, next } = this.#group;
    if (token === "{" && this.#outer.length >= MAX_DEPTH) this.#ignoredBraces += 1;
    else if (token === "{") {
      this.#outer.push(this.#group);
      this.#group = { parts: [], isFormula: isFormula || next === "formula", next: null };
    } else if (token === "}" && this.#ignoredBraces > 0) this.#ignoredBraces -= 1;
    else if (token === "}") this.#close();
    else if (token === "$") this.#group.isFormula = !isFormula;
    else if (token !== "\\" && isFormula) this.#group.next = token === "^" ? "^" : "_";
    else if (token !== "\\") this.#add(token);
  }

  #close(): void {
    const outer = this.#outer.pop();
    if (!outer) return;
    const text = this.text;
    this.#group = outer;
    this.#add(text);
  }
}

const MAX_SCRIPT_LENGTH = 60;

/** Returns a superscript or subscript in Unicode characters, or as `^{…}` or `_{…}` if Unicode lacks one of them. */
function toScript(text: string, use: "^" | "_", before: string): string {
  if (text === "") return "";
  const characters = text.length > MAX_SCRIPT_LENGTH ? [] : Array.from(text);
  const table = use === "^" ? SUPERSCRIPTS : SUBSCRIPTS;
  const script = characters.map((character) => table.get(character));
  if (script.length > 0 && script.every((character) => character !== undefined)) return script.join("");
  // Reads "2nd" as plain text, because not all letters exist as superscripts.
  if (use === "^" && /\d$/u.test(before) && /^\p{L}{1,3}$/u.test(text)) return text;
  return `${use}${characters.length === 1 ? text : `{${text}}`}`;
}

// Matches whole runs of spaces, so that each run is scanned only once.
const tidyWhitespace = (text: string): string =>
  text
    .replaceAll(/\s+/gu, (spaces) => (spaces.includes("\n") ? spaces.replaceAll(/[^\n]/gu, "") : spaces))
    .normalize("NFC")
    .trim();
