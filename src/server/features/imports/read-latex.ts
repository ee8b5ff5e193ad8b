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

/** Titles as they are written, and nothing in place of commands that it does not know. */
const OPTIONS = { english: false, caseProtection: false, unsupported: "ignore" } as const;

/** The parser takes more time than a text's length; beyond these, commands are taken out instead of read. */
const MAX_LATEX = { length: 30_000, commands: 2000 };

/** Far more names than fit into the author of a reading. */
const MAX_NAMES = 60;
const MAX_NAME_LENGTH = 300;

/** Opens the parser, which is large, and needed for nothing else. */
export async function openLatexReader(): Promise<LatexReader> {
  const parser = await import("@retorquere/bibtex-parser");
  return {
    text: (latex) => tidy(plainLatex(latex) ?? parsedText(parser, latex)),
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

function parsedText(parser: Parser, latex: string): string {
  if (isTooMuch(latex)) return withoutLatex(latex);
  const fields = parse(parser, "note", latex);
  return typeof fields?.["note"] === "string" ? plainText(fields["note"]) : withoutLatex(latex);
}

function namesIn(parser: Parser, latex: string): string {
  if (latex.trim() === "") return "";
  const all = partsOf(latex, NAME_END);
  const some = all.slice(0, MAX_NAMES).filter((name) => name.length <= MAX_NAME_LENGTH);
  const list = [...some, ...(some.length < all.length ? ["others"] : [])].join(" and ");
  const names = isTooMuch(list) ? undefined : parse(parser, "author", list)?.author;
  if (!names) return withoutLatex(some.join(", "));
  return names
    .map(({ name, firstName, prefix, lastName, suffix }) => {
      if (lastName === "others" && firstName === undefined) return "et al.";
      return name ?? [firstName, prefix, lastName, suffix].filter((part) => part !== undefined).join(" ");
    })
    .map((name) => tidy(plainText(name)))
    .filter((name) => name !== "")
    .join(", ");
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

const isTooMuch = (latex: string): boolean =>
  latex.length > MAX_LATEX.length || (latex.match(/[\\{}~$^_]/gu)?.length ?? 0) > MAX_LATEX.commands;

function parse(parser: Parser, field: "note" | "author", latex: string) {
  try {
    return parser.parse(`@misc{k, ${field} = {${shield(latex)}}}`, OPTIONS).entries[0]?.fields;
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
    .replaceAll(/<[^<>]*>/gu, "")
    .replaceAll(LESS, "<")
    .replaceAll(GREATER, ">");

const tidy = (text: string): string =>
  text
    .replaceAll(/[^\S\n]*\n[^\S\n]*/gu, "\n")
    .normalize("NFC")
    .trim();
