import { accented, SPECIAL_LETTERS } from "./tex-letters.ts";

// An accent that is a letter needs braces or a space: \c{c}, \v s.
const ACCENT =
  /\\(?:(["'`^~=.])\s*|([uvHckrdbG])(?![a-zA-Z])\s*)(?:\{\s*(?:\\([a-zA-Z]{1,2})(?![a-zA-Z])\s*(?:\{\})?|(\p{L}\p{M}*))\s*\}|\\([ij])(?![a-zA-Z])(?:\{\}|[^\S\n]+)?|(\p{L}\p{M}*))/gu;

/** Commands for characters that the parser of BibTeX doesn't know. */
const SYMBOLS = new Map([
  ["textquotesingle", "'"],
  ["textquotedbl", '"'],
  ["textasciigrave", "\u0060"],
  ["textasciiacute", "\u00B4"],
  ["textmacron", "\u00AF"],
  ["textminus", "\u2212"],
  ["textnonbreakinghyphen", "\u2011"],
  ["SS", "SS"],
  ["dotsc", "…"],
  ["dotsb", "…"],
  ["space", " "],
  ["newline", " "],
  ["linebreak", " "],
]);
const SYMBOL = /\\([a-zA-Z]{2,25})(?![a-zA-Z])(?:\{\}|[^\S\n]+)?/gu;

/** Commands for the typesetter, which stand for no character. */
const INVISIBLE = new Set(
  "bf sf sl tt it em rm sc small large tiny normalsize noindent newblock protect allowbreak nobreak sloppy relax big Big bigg Bigg left right middle limits nolimits displaystyle textstyle scriptstyle nonumber centering raggedright".split(
    " ",
  ),
);

/** True if a command has no text of its own. */
export const isInvisibleCommand = (name: string): boolean => INVISIBLE.has(name);

const MATH_ACCENTS = new Map(
  Object.entries({
    hat: "\u0302",
    widehat: "\u0302",
    tilde: "\u0303",
    widetilde: "\u0303",
    bar: "\u0304",
    overline: "\u0305",
    underline: "\u0332",
    vec: "\u20D7",
    dot: "\u0307",
    ddot: "\u0308",
    acute: "\u0301",
    grave: "\u0300",
    check: "\u030C",
    breve: "\u0306",
    mathring: "\u030A",
  }),
);
const MATH_ACCENT =
  /\\([a-z]{3,9})(?![a-zA-Z])\s*(?:\{\s*(\\[a-zA-Z]+|[^\s{}\\]{1,20})\s*\}|(\\[a-zA-Z]+|[\p{L}\p{N}]))/gu;
const MATH_SYMBOLS = new Map(
  Object.entries({ emptyset: "∅", colon: ":", triangle: "△", bmod: "mod", mod: "mod", ldotp: "." }),
);
const OPERATORS = new Set(
  "log ln lg exp sin cos tan cot sec csc sinh cosh tanh arcsin arccos arctan min max sup inf lim liminf limsup arg argmin argmax det dim deg gcd lcm ker hom Pr bmod mod".split(
    " ",
  ),
);
const COMMAND = /\\([a-zA-Z]+)(\s*_(?:\{[^{}]{1,60}\}|[^\s\\{}]))?\s*/gu;
const NAMED = /\\(?:operatorname\*?|text|mbox|textrm|textit|textbf|mathop)\s*\{([^{}]{0,200})\}/gu;
const BLACKBOARD = /\\mathbb\s*(?:\{\s*([A-Z])\s*\}|([A-Z]))/gu;
/** Letters that Unicode had before it had the alphabet. */
const BLACKBOARD_LETTERS = new Map(
  Object.entries({ C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" }),
);
const FRACTION = /\\[dtc]?frac\s*\{([^{}]{1,200})\}\s*\{([^{}]{1,200})\}/gu;
const BINOMIAL = /\\[dt]?binom\s*\{([^{}]{1,200})\}\s*\{([^{}]{1,200})\}/gu;
const MODULO = /\\pmod\s*\{([^{}]{1,200})\}/gu;
const MATH_SPACE = /\\(?:[,;:! ]|quad|qquad(?![a-zA-Z]))|~/gu;

/** A space where LaTeX swallows a plain one: in formulas and behind commands. */
export const SPACE = "\uE002";

// Formulas nest; few are nested deeper.
const MAX_NESTING = 4;

/** What a formula begins and ends with; a dollar followed by a space or a price is none, as in Pandoc. */
const FORMULA =
  /\\[$\\]|\$\$([^$]{1,1000})\$\$|\\\[((?:[^\\]|\\[^\]]){1,1000}?)\\\]|\\\(((?:[^\\]|\\[^)]){1,1000}?)\\\)|\$(?!\s)((?:\\[^]|[^$\\]){0,1000}?(?:\\\S|[^\s\\$]))\$(?!\d)|\$/gu;

/**
 * LaTeX whose accents, symbols and formulas are written so that the parser of BibTeX loses nothing of them. Spaces inside
 * formulas become private characters, which `withSpaces` turns into spaces.
 */
export const withKnownLatex = (latex: string): string =>
  withAccents(latex).replaceAll(FORMULA, (found, ...groups: (string | undefined)[]) => {
    const formula = groups.slice(0, 4).find((group) => group !== undefined);
    if (formula !== undefined) return `$${withKnownFormula(formula)}$`;
    return found === "$" ? String.raw`\$` : found;
  });

function withAccents(latex: string): string {
  let text = latex;
  // Vietnamese letters have an accent over another.
  for (let pass = 0; pass < 2; pass += 1) {
    text = text.replaceAll(
      ACCENT,
      (found, ...[mark, name, command, inBraces, dotless, bare]: (string | undefined)[]) => {
        const letter = command === undefined ? (inBraces ?? dotless ?? bare) : SPECIAL_LETTERS.get(command);
        return letter === undefined ? found : accented(mark ?? name ?? "", letter);
      },
    );
  }
  return text.replaceAll(SYMBOL, (found, name: string) => {
    const symbol = SYMBOLS.get(name);
    return symbol === undefined ? found : `{${symbol}}`;
  });
}

function withKnownFormula(formula: string): string {
  let tex = formula.replaceAll(MATH_SPACE, SPACE);
  for (let pass = 0, before = ""; pass < MAX_NESTING && before !== tex; pass += 1) {
    before = tex;
    tex = tex
      .replaceAll(NAMED, (_, words: string) => `${SPACE}${words.replaceAll(/\s+/gu, SPACE)}${SPACE}`)
      .replaceAll(BLACKBOARD, (_, inBraces?: string, bare?: string) => blackboard(inBraces ?? bare ?? ""))
      .replaceAll(FRACTION, (_, above: string, below: string) => `{${operand(above)}/${operand(below)}}`)
      .replaceAll(BINOMIAL, (_, above: string, below: string) => `{binom(${above},${SPACE}${below})}`)
      .replaceAll(MODULO, (_, modulus: string) => `${SPACE}(mod${SPACE}${modulus})`)
      .replaceAll(MATH_ACCENT, (found, name: string, inBraces?: string, bare?: string) => {
        const mark = MATH_ACCENTS.get(name);
        const letters = inBraces ?? bare ?? "";
        if (mark === undefined) return found;
        if (letters.startsWith("\\")) return `{${letters}}${mark}`;
        return Array.from(letters, (letter) => `${letter}${mark}`.normalize("NFC")).join("");
      });
  }
  return tex.replaceAll(COMMAND, (found, name: string, below = "") => {
    const symbol = MATH_SYMBOLS.get(name) ?? name;
    if (OPERATORS.has(name)) return `${SPACE}${symbol}${below}${SPACE}`;
    return symbol === name ? found : `${symbol}${below}`;
  });
}

const blackboard = (letter: string): string =>
  BLACKBOARD_LETTERS.get(letter) ?? String.fromCodePoint(0x1_d538 + letter.charCodeAt(0) - "A".charCodeAt(0));

const operand = (tex: string): string => (/[-+\s]/u.test(tex.trim()) ? `(${tex})` : tex);

/** The text with its private characters as spaces, where a space belongs. */
export const withSpaces = (text: string): string =>
  text
    .replaceAll(/(?<=^|[\s([{])\uE002+|\uE002+(?=$|[\s)\]},.;:(^_/\u2070-\u209C²³¹])/gu, "")
    .replaceAll(/\uE002+/gu, " ");
