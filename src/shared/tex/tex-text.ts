/**
 * Maximum length of a formula to render, in characters. Longer ones take the browser too long and are shown as source.
 */
const MAX_FORMULA_LENGTH = 2000;

export type TexStyle = "emphasis" | "strong" | "code";

/** Part of a text with LaTeX, as in papers' titles and abstracts. */
export type TexPart =
  | { kind: "text"; text: string; style: TexStyle | null }
  /** Formula without its delimiters, and its source. */
  | { kind: "formula"; tex: string; source: string; isDisplay: boolean };

/** Range of a text that must not be cut: a formula, a style, an accent. */
interface TexSpan {
  start: number;
  end: number;
}

const FORMULAS = [
  { open: "$$", close: "$$", isDisplay: true },
  { open: String.raw`\[`, close: String.raw`\]`, isDisplay: true },
  { open: String.raw`\(`, close: String.raw`\)`, isDisplay: false },
] as const;
/** Pandoc's rule, which excludes prices: no space inside the dollars, no digit after the closing one. */
const DOLLARS = /\$(?![\s$])((?:\\[^]|[^$\\])*?(?:\\\S|[^\s\\$]))\$(?!\d)/uy;

const STYLES = new Map<string, TexStyle | null>([
  ["emph", "emphasis"],
  ["textit", "emphasis"],
  ["textsl", "emphasis"],
  ["textbf", "strong"],
  ["texttt", "code"],
  ["textsc", null],
  ["textrm", null],
  ["textsf", null],
  ["text", null],
  ["underline", null],
  ["mbox", null],
]);
const PLAIN_TEXT = /[^\\${}]+/uy;
const STYLED_GROUP = /\\([a-z]+)\s*\{/uy;
/** Older syntax, with a switch inside the braces: {\\em word}. */
const SWITCHED_GROUP = /\{\\(em|it|sl|bf|tt|sc|rm|sf)(?![a-zA-Z])\s*/uy;
const SWITCHES = new Map<string, TexStyle>([
  ["em", "emphasis"],
  ["it", "emphasis"],
  ["sl", "emphasis"],
  ["bf", "strong"],
  ["tt", "code"],
]);
/** Typesetting hints: a hyphenation point, an italic correction. */
const INVISIBLE = /\\[-/]/uy;
const ESCAPED = /\\([%&_#$ {}])/uy;
// An accent command that is a letter needs braces or a space: \c{c}, \v s.
const ACCENT =
  /\\(?:(["'`^~=.])\s*|([uvHckr])(?=[\s{])\s*)(?:\{\\?([a-zA-Z])\}|\\?([a-zA-Z])(?![a-zA-Z]*\{))/uy;
const LETTER = /\\(ss|oe|OE|ae|AE|aa|AA|o|O|l|L|i|j)(?![a-zA-Z])(?:\{\}| )?/uy;
const LINK = /\\href\s*\{[^{}]*\}\s*\{([^{}]*)\}/uy;

/** Parses a text with LaTeX: formulas, styles, accents and escapes. Everything else remains plain text. */
export const readTex = (text: string): readonly TexPart[] => new TexReader(text).parts;

/** True if a text has a formula. Parses only texts with a delimiter. */
export const hasFormula = (text: string): boolean =>
  /\$|\\[[(]/u.test(text) && readTex(text).some(({ kind }) => kind === "formula");

/** Removes LaTeX from a text where formulas can't be rendered: page titles, names for screen readers. */
export const plainTex = (text: string): string =>
  readTex(text)
    .map((part) => (part.kind === "text" ? part.text : plainFormula(part.tex)))
    .join("");

const plainFormula = (tex: string): string =>
  tex
    .replaceAll(
      /\\(?:left|right|mathbf|mathbb|mathcal|mathrm|text|operatorname|,|;|!|:)(?![a-zA-Z])\s*/gu,
      "",
    )
    .replaceAll(/\\([a-zA-Z]+)/gu, " $1 ")
    .replaceAll(/[\\{}]/gu, "")
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/ (?=[)\],.^_])|(?<=[([^_]) /gu, "")
    .trim();

/** Returns the last position up to `at` where the text can be cut. Never cuts a formula at the beginning. */
export function texCut(text: string, at: number): number {
  const inside = new TexReader(text).spans.filter(({ start, end }) => start < at && at < end);
  const start = Math.min(at, ...inside.map((span) => span.start));
  return start > 0 ? start : Math.max(at, ...inside.map((span) => span.end));
}

class TexReader {
  readonly parts: TexPart[] = [];
  readonly spans: TexSpan[] = [];
  readonly #text: string;
  readonly #closing: ReadonlyMap<number, number>;
  /** Open styles, with the position of each closing brace. */
  readonly #open: { close: number; style: TexStyle | null }[] = [];
  /** Closing delimiters that don't occur in the rest of the text. */
  readonly #missing = new Set<string>();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
    this.#closing = matchingBraces(text);
    while (this.#at < text.length) {
      const isRead =
        this.#closeStyle() || this.#plain() || this.#formula() || this.#command() || this.#braces();
      if (!isRead) this.#addText(text.charAt(this.#at), 1);
    }
  }

  #plain(): boolean {
    const [plain = ""] = this.#match(PLAIN_TEXT) ?? [];
    if (plain !== "") this.#addText(plain, plain.length);
    return plain !== "";
  }

  #closeStyle(): boolean {
    const close = this.#open.at(-1)?.close;
    if (close === undefined || close > this.#at) return false;
    this.#open.pop();
    // If a formula contained the brace, the brace is before this position.
    if (close === this.#at) this.#at += 1;
    return true;
  }

  #formula(): boolean {
    for (const { open, close, isDisplay } of FORMULAS) {
      if (!this.#text.startsWith(open, this.#at) || this.#missing.has(close)) continue;
      const end = this.#text.indexOf(close, this.#at + open.length);
      if (end === -1) this.#missing.add(close);
      else if (this.#addFormula(this.#text.slice(this.#at + open.length, end), end + close.length, isDisplay))
        return true;
    }
    const [whole = "", tex = ""] = this.#match(DOLLARS) ?? [];
    return whole !== "" && this.#addFormula(tex, this.#at + whole.length, false);
  }

  #command(): boolean {
    if (this.#text.charAt(this.#at) !== "\\") return false;
    const styleMatch = this.#match(STYLED_GROUP);
    const close = styleMatch ? this.#closing.get(this.#at + styleMatch[0].length - 1) : undefined;
    const style = STYLES.get(styleMatch?.[1] ?? "");
    if (styleMatch && close !== undefined && style !== undefined) {
      this.#openStyle(close, style, styleMatch[0].length);
      return true;
    }
    return (
      this.#replace(LINK, ([, words = ""]) => words) ||
      this.#replace(ACCENT, ([, accent, name, inBraces, bare]) =>
        addAccent(accent ?? name ?? "", inBraces ?? bare ?? ""),
      ) ||
      this.#replace(INVISIBLE, () => "") ||
      this.#replace(ESCAPED, ([, character = ""]) => character) ||
      this.#replace(LETTER, ([, name = ""]) => SPECIAL_LETTERS.get(name) ?? "")
    );
  }

  #openStyle(close: number, style: TexStyle | null | undefined, length: number): void {
    this.#open.push({ close, style: style ?? this.#style() });
    this.spans.push({ start: this.#at, end: close + 1 });
    this.#at += length;
  }

  /** Skips the braces of `{\\'e}`, which group an accent. */
  #braces(): boolean {
    const close = this.#closing.get(this.#at);
    const switchMatch = this.#match(SWITCHED_GROUP);
    if (switchMatch && close !== undefined) {
      this.#openStyle(close, SWITCHES.get(switchMatch[1] ?? ""), switchMatch[0].length);
      return true;
    }
    if (close === undefined || close - this.#at > 8 || !this.#text.startsWith("{\\", this.#at)) return false;
    const letter = plainTex(this.#text.slice(this.#at + 1, close));
    return Array.from(letter).length === 1 && this.#addLetter(letter, close + 1 - this.#at);
  }

  #replace(pattern: RegExp, by: (match: RegExpExecArray) => string): boolean {
    const match = this.#match(pattern);
    return match !== null && this.#addLetter(by(match), match[0].length);
  }

  #addLetter(text: string, length: number): true {
    this.spans.push({ start: this.#at, end: this.#at + length });
    this.#addText(text, length);
    return true;
  }

  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    return sticky.exec(this.#text);
  }

  #style(): TexStyle | null {
    return this.#open.at(-1)?.style ?? null;
  }

  #addFormula(tex: string, end: number, isDisplay: boolean): boolean {
    if (tex.trim() === "" || tex.length > MAX_FORMULA_LENGTH) return false;
    this.parts.push({ kind: "formula", tex, source: this.#text.slice(this.#at, end), isDisplay });
    this.spans.push({ start: this.#at, end });
    this.#at = end;
    return true;
  }

  #addText(text: string, length: number): void {
    this.#at += length;
    const last = this.parts.at(-1);
    const style = this.#style();
    if (last?.kind === "text" && last.style === style) last.text += text;
    else this.parts.push({ kind: "text", text, style });
  }
}

/** Maps the position of each opening brace to its closing one. Ignores escaped braces. */
function matchingBraces(text: string): Map<number, number> {
  const open: number[] = [];
  const pairs = new Map<number, number>();
  for (const { index, 0: found } of text.matchAll(/\\[^]|[{}]/gu)) {
    if (found === "{") open.push(index);
    const start = found === "}" ? open.pop() : undefined;
    if (start !== undefined) pairs.set(start, index);
  }
  return pairs;
}

const COMBINING_MARKS = new Map([
  ['"', "\u0308"],
  ["'", "\u0301"],
  ["`", "\u0300"],
  ["^", "\u0302"],
  ["~", "\u0303"],
  ["=", "\u0304"],
  [".", "\u0307"],
  ["u", "\u0306"],
  ["v", "\u030C"],
  ["H", "\u030B"],
  ["c", "\u0327"],
  ["k", "\u0328"],
  ["r", "\u030A"],
  ["d", "\u0323"],
  ["b", "\u0331"],
  ["G", "\u030F"],
  ["h", "\u0309"],
  ["textcommabelow", "\u0326"],
]);

/** Letters that lose their dot under an accent. Unicode composes them from the dotted ones. */
const DOTTED_LETTERS = new Map([
  ["ı", "i"],
  ["ȷ", "j"],
]);

/** Returns a letter with a LaTeX accent: "é" for `'` and "e", also "í" for `'` and "ı". */
export const addAccent = (accent: string, letter: string): string =>
  `${DOTTED_LETTERS.get(letter) ?? letter}${COMBINING_MARKS.get(accent) ?? ""}`.normalize("NFC");

/** Letters that LaTeX writes as commands. */
export const SPECIAL_LETTERS = new Map([
  ["ss", "ß"],
  ["oe", "œ"],
  ["OE", "Œ"],
  ["ae", "æ"],
  ["AE", "Æ"],
  ["aa", "å"],
  ["AA", "Å"],
  ["o", "ø"],
  ["O", "Ø"],
  ["l", "ł"],
  ["L", "Ł"],
  ["i", "ı"],
  ["j", "ȷ"],
]);
