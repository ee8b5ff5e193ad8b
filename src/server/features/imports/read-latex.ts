import { isInvisibleCommand, SPACE, withKnownLatex, withSpaces } from "#shared/tex/latex-symbols.ts";
import { plainLatex, withoutLatex } from "#shared/tex/plain-latex.ts";

type Parser = typeof import("@retorquere/bibtex-parser");

/** Reads values of BibTeX, which are LaTeX. */
export interface LatexReader {
  text(latex: string): string;
  /** A list of names, parted by commas, each with its first name first. */
  names(latex: string): string;
  /** An address, in which LaTeX stands for nothing but its own characters. */
  address(latex: string): string;
}

/** Titles as they are written. */
const OPTIONS = { english: false, caseProtection: false } as const;

/** Beyond these, commands are taken out instead of read. */
const MAX_LATEX = { length: 30_000, commands: 2000 };

/**
 * The parser takes time that grows with the square of a text's length: 0.1 s for 20,000 characters in pieces of 1,000,
 * 0.5 to 2 s at once. So it is given pieces of this length, longer ones only where braces hold them together.
 */
const PIECE_LENGTH = 1000;
const MAX_PIECE = { length: 4000, commands: 500 };

/** Far more names than fit into the author of a reading. */
const MAX_NAMES = 60;
const MAX_NAME_LENGTH = 300;

/** Opens the parser, which is large, and needed for nothing else. */
export async function openLatexReader(): Promise<LatexReader> {
  const parser = await import("@retorquere/bibtex-parser");
  return {
    text: (latex) => tidy(textOf(parser, latex)),
    names: (latex) => namesIn(parser, latex),
    address: (latex) =>
      latex
        .replace(/^\s*\\url\s*\{(.*)\}\s*$/su, "$1")
        .replaceAll(/\\text(?:ascii)?tilde(?:\{\})?|\\~(?:\{\})?/gu, "~")
        .replaceAll(/\\textasciicircum(?:\{\})?/gu, "^")
        .replaceAll(/\{\}|\\(?=[&%$#_{}~-])|[<>{}]/gu, "")
        .trim(),
  };
}

function textOf(parser: Parser, latex: string): string {
  const plain = plainLatex(latex);
  if (plain !== undefined) return plain;
  if (isMoreThan(MAX_LATEX, latex)) return withoutLatex(latex);
  const text = piecesOf(withKnownLatex(latex))
    .map((piece) => (piece.trim() === "" ? space(piece) : (plainLatex(piece) ?? parsedText(parser, piece))))
    .join("");
  return withSpaces(text);
}

/** What spaces between pieces stand for: a new paragraph where there is an empty line. */
const space = (spaces: string): string => (spaces.split("\n").length > 2 ? "\n\n" : " ");

const WORDS_AND_SPACES = /\s+|\S+/gu;

/** A text in pieces, and the spaces between them; cut where neither braces, a formula nor a command go on. */
function piecesOf(latex: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  let depth = 0;
  let isFormula = false;
  let isInCommand = false;
  for (const [part] of latex.matchAll(WORDS_AND_SPACES)) {
    const isEnd = part.trim() === "" && piece.length >= PIECE_LENGTH;
    if (isEnd && depth <= 0 && !isFormula && !isInCommand) {
      pieces.push(piece, part);
      piece = "";
      continue;
    }
    piece += part;
    if (part.trim() === "") continue;
    isInCommand = part.includes("\\");
    for (const [mark] of part.matchAll(/\\.|[{}$]/gu)) {
      if (mark === "{") depth += 1;
      else if (mark === "}") depth -= 1;
      else if (mark === "$") isFormula = !isFormula;
    }
  }
  return [...pieces, piece];
}

function parsedText(parser: Parser, latex: string): string {
  if (isMoreThan(MAX_PIECE, latex)) return withoutLatex(latex);
  const fields = parse(parser, "note", latex);
  return typeof fields?.["note"] === "string" ? plainText(fields["note"]) : withoutLatex(latex);
}

function namesIn(parser: Parser, latex: string): string {
  if (latex.trim() === "") return "";
  const all = partsOf(latex, NAME_END);
  const some = all.slice(0, MAX_NAMES).filter((name) => name.length <= MAX_NAME_LENGTH);
  const names = some.flatMap((name) => plainName(name) ?? parsedNames(parser, name));
  return [...names, ...(some.length < all.length ? ["et al."] : [])]
    .map((name) => tidy(name))
    .filter((name) => name !== "")
    .join(", ");
}

const PLAIN_NAME = /^(?:[\p{L}\p{M}. ]|(?<!['’-])['’-])+$/u;

/** A name that holds no LaTeX, first name first: nearly all are such, and need no parser. */
function plainName(latex: string): string | undefined {
  const parts = latex.split(",").map((part) => part.replaceAll(/\s+/gu, " ").trim());
  if (parts.length > 3 || !parts.every((part) => PLAIN_NAME.test(part))) return undefined;
  const [last = "", ...first] = parts;
  if (first.length === 0 && /^others$/iu.test(last)) return "et al.";
  // "Last, Jr., First" has what follows a name in its middle.
  return [first.at(-1), last, first.length > 1 ? first[0] : undefined]
    .filter((part) => part !== undefined)
    .join(" ");
}

function parsedNames(parser: Parser, latex: string): string[] {
  const names = isMoreThan(MAX_PIECE, latex)
    ? undefined
    : parse(parser, "author", withKnownLatex(latex))?.author;
  if (!names) return [withoutLatex(latex)];
  return names.map(({ name, firstName, prefix, lastName, suffix }) => {
    if (lastName === "others" && firstName === undefined) return "et al.";
    const inOrder = [firstName, prefix, lastName, suffix].filter((part) => part !== undefined).join(" ");
    return withSpaces(plainText(name ?? inOrder));
  });
}

const NAME_END = /[{}]|(?<=\s)and(?=\s)/giu;

/** Parts a list at what `end` finds (which also finds braces), where no braces hold it together. */
export function partsOf(latex: string, end: RegExp): string[] {
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

const isMoreThan = ({ length, commands }: typeof MAX_LATEX, latex: string): boolean =>
  latex.length > length || (latex.match(/[\\{}~$^_]/gu)?.length ?? 0) > commands;

function parse(parser: Parser, field: "note" | "author", latex: string) {
  const wrapping = new Set(Array.from(latex.matchAll(/\\([a-zA-Z]+)\*?\s*[{[]/gu), ([, name]) => name));
  /** The source of a command that isn't known, unless it only styles the text in its braces. */
  const unsupported = (_node: unknown, source: string) => {
    const name = /^\\([a-zA-Z]+)/u.exec(source)?.[1] ?? "";
    return wrapping.has(name) || isInvisibleCommand(name) ? "" : `${source}${SPACE}`;
  };
  try {
    const options = { ...OPTIONS, unsupported };
    return parser.parse(`@misc{k, ${field} = {${shield(latex)}}}`, options).entries[0]?.fields;
  } catch {
    return undefined;
  }
}

// The parser answers with HTML and reads < and > as LaTeX's oldest fonts do: as other characters. Private ones stand
// for them meanwhile.
const LESS = "\uE000";
const GREATER = "\uE001";

const shield = (latex: string): string =>
  latex
    .replaceAll(/\\((?:La|Bib)?TeX)\b(?:\{\})?/gu, "$1")
    .replaceAll(/<|\\textless(?:\{\}|\b)/gu, LESS)
    .replaceAll(/>|\\textgreater(?:\{\}|\b)/gu, GREATER);

const plainText = (html: string): string =>
  html
    .replaceAll(/<br>/gu, "\n")
    .replaceAll(/<p>/gu, "\n\n")
    .replaceAll(/(?<=\d)<sup>(\p{L}{1,3})<\/sup>/gu, "$1")
    .replaceAll(/<(sub|sup)>([^<>]*)<\/\1>/gu, (_, kind: string, script: string) => {
      const isLong = Array.from(script).length > 1;
      return `${kind === "sub" ? "_" : "^"}${isLong ? `{${script}}` : script}`;
    })
    .replaceAll(/<[^<>]*>/gu, "")
    .replaceAll(LESS, "<")
    .replaceAll(GREATER, ">");

// Whole runs of spaces, so that a long one is looked at once and not from each of its characters.
const tidy = (text: string): string =>
  text
    .replaceAll(/\s+/gu, (spaces) => (spaces.includes("\n") ? spaces.replaceAll(/[^\n]/gu, "") : spaces))
    .normalize("NFC")
    .trim();
