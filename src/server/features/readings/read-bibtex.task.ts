import { parseCallRows } from "#server/kernel/imports/read-rows.ts";
import { bibtexBlocks } from "#shared/bibtex/bibtex-blocks.ts";
import type { BibtexFields } from "#shared/bibtex/bibtex-fields.ts";
import { withoutMarkup, yearOf } from "#shared/imports/reading-cells.ts";
import { type BibtexRows, MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";
import { cleanTags } from "#shared/kernel/text-rules.ts";
import { readArxivId } from "#shared/papers/paper-words.ts";
import { findBestIsbn } from "#shared/readings/isbn.ts";

import { splitOutsideBraces, readAddress, readLatex, readNames } from "./read-latex.ts";

/**
 * Converts the entries of a BibTeX file to rows of reading fields. If there are more than `maxEntries`, returns them
 * unparsed.
 */
export function readBibtex(text: string, maxEntries: number): unknown[] {
  const entries = bibtexBlocks(text);
  if (entries.length > maxEntries) return entries;
  return entries.map((block) => (block.ok ? toReading(block.fields) : new UnreadableRow(block.message)));
}

function toReading(fields: BibtexFields): unknown {
  if (fields.size === 0) return new UnreadableRow("This entry is empty");
  const firstText = (...fieldNames: string[]) =>
    fieldNames.map((name) => readLatex(fields.get(name) ?? "")).find((value) => value !== "") ?? "";
  const plainField = (field: string) => readLatex(stripHtml(fields.get(field) ?? ""));
  const namesIn = (field: string) => readNames(fields.get(field) ?? "");
  const yearText = firstText("year", "date");
  const year = typeof yearOf(yearText) === "number" ? yearText : "";
  return {
    title:
      joinTitle(plainField("title"), plainField("subtitle")) ||
      joinTitle(plainField("booktitle") || plainField("maintitle"), plainField("booksubtitle")),
    author:
      namesIn("author") ||
      namesIn("editor") ||
      firstText("organization", "institution", "school", "publisher") ||
      namesIn("translator"),
    year,
    isbn: chooseIsbn(fields.get("isbn") ?? "", firstText("isbn")),
    topic: firstText("topic"),
    page: firstText("pages"),
    tags: cleanTags(
      splitOutsideBraces(fields.get("keywords") ?? "", KEYWORD_SEPARATOR).map((tag) => readLatex(tag)),
    ),
    notes: joinNotes([
      yearText === year ? "" : yearText,
      firstText("note"),
      firstText("annotation", "annote"),
      withoutMarkup(jatsToHtml(firstText("abstract"))),
      firstText("comment"),
      ...addressesOf(fields),
    ]),
    imageUrl: readAddress(fields.get("image") ?? ""),
  };
}

const HTML_TAG =
  /(?:<|\{\\textless\})(\/?)(i|em|b|strong|u|s|sub|sup|scp|tt|span)(?:\s[^<>{}]{0,200})?(?:>|\{\\textgreater\})/gu;

/**
 * Removes the HTML that Crossref, ACM and Mendeley write in titles: tags that are both opened and closed, and "&amp;".
 */
function stripHtml(latex: string): string {
  const tags = [...latex.matchAll(HTML_TAG)];
  const namesOf = (slash: string) =>
    new Set(tags.flatMap(([, found, name = ""]) => (found === slash ? name : [])));
  const [opened, closed] = [namesOf(""), namesOf("/")];
  return latex
    .replaceAll(HTML_TAG, (tag, _, name: string) => (opened.has(name) && closed.has(name) ? "" : tag))
    .replaceAll(/\\?&amp;/gu, String.raw`\&`);
}

/** Elements of JATS, the format of Crossref's abstracts, by equivalent HTML element. Other elements are removed. */
const JATS_AS_HTML: Readonly<Record<string, string>> = {
  title: "h3",
  p: "p",
  sec: "div",
  list: "ul",
  "list-item": "li",
};
function jatsToHtml(text: string): string {
  const html = text.replaceAll(/<(\/?)jats:([\w-]+)(?:\s[^<>]*)?>/gu, (_, slash: string, name: string) =>
    JATS_AS_HTML[name] === undefined ? "" : `<${slash}${JATS_AS_HTML[name]}>`,
  );
  return html === text ? text : `<div>${html}</div>`;
}

/** Returns the best of several ISBNs. Braces mark a literal value, which is returned unchanged. */
function chooseIsbn(latex: string, text: string): string {
  const { isbn, count } = latex.startsWith("{") ? { isbn: undefined, count: 0 } : findBestIsbn(text);
  return count < 2 || isbn === undefined ? text : isbn;
}

const KEYWORD_SEPARATOR = /[{},;]/gu;

const joinTitle = (title: string, subtitle: string): string =>
  title !== "" && subtitle !== "" ? `${title}: ${subtitle}` : title;

const joinNotes = (notes: readonly string[]): string =>
  [...new Set(notes.filter((note) => note !== ""))].join("\n");

/** Returns the addresses of a work, with the address of its arXiv id unless another address is the same paper. */
function addressesOf(fields: BibtexFields): string[] {
  const addresses = [
    readAddress(fields.get("url") ?? "") || addressIn(fields.get("howpublished") ?? ""),
    doiAddress(readAddress(fields.get("doi") ?? "")),
  ];
  const arXivId = readArxivId(readAddress(fields.get("eprint") ?? ""));
  const isKnown = arXivId === null || addresses.some((address) => readArxivId(address) === arXivId);
  return isKnown ? addresses : [...addresses, `https://arxiv.org/abs/${arXivId}`];
}

const addressIn = (latex: string): string => (/\\url\s*\{|^https?:/u.test(latex) ? readAddress(latex) : "");

const doiAddress = (doi: string): string =>
  doi === "" || /^https?:/u.test(doi) ? doi : `https://doi.org/${doi}`;

/** Converts a BibTeX file to rows as JSON, which is faster to pass between threads than objects. */
export function readBibtexRows(content: string): string {
  const rows = parseCallRows({ rows: readBibtex(content, MAX_IMPORT_ROWS) });
  return JSON.stringify(
    rows.map((row): BibtexRows[number] =>
      row instanceof UnreadableRow
        ? { error: row.error }
        : { row: Object.fromEntries(Object.entries(row ?? {})) },
    ),
  );
}
