import { parseCallRows } from "#server/kernel/imports/read-rows.ts";
import { bibtexBlocks } from "#shared/bibtex/bibtex-blocks.ts";
import type { BibtexFields } from "#shared/bibtex/bibtex-fields.ts";
import { withoutMarkup, yearOf } from "#shared/imports/reading-cells.ts";
import { type BibtexRows, MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";
import { cleanTags } from "#shared/kernel/text-rules.ts";
import { readArxivId } from "#shared/papers/paper-words.ts";
import { chosenIsbn } from "#shared/readings/isbn.ts";

import { partsOf, readAddress, readLatex, readNames } from "./read-latex.ts";

/**
 * Converts the entries of a BibTeX file to rows with reading fields. If there are too many entries, returns them
 * unparsed.
 */
export function readBibtex(text: string, maxEntries: number): unknown[] {
  const blocks = bibtexBlocks(text);
  if (blocks.length > maxEntries) return blocks;
  return blocks.map((block) => (block.ok ? readingOf(block.fields) : new UnreadableRow(block.message)));
}

function readingOf(fields: BibtexFields): unknown {
  if (fields.size === 0) return new UnreadableRow("This entry is empty");
  const first = (...fieldNames: string[]) =>
    fieldNames.map((name) => readLatex(fields.get(name) ?? "")).find((value) => value !== "") ?? "";
  const words = (field: string) => readLatex(withoutTags(fields.get(field) ?? ""));
  const namesIn = (field: string) => readNames(fields.get(field) ?? "");
  const written = first("year", "date");
  const year = typeof yearOf(written) === "number" ? written : "";
  return {
    title:
      titleOf(words("title"), words("subtitle")) ||
      titleOf(words("booktitle") || words("maintitle"), words("booksubtitle")),
    author:
      namesIn("author") ||
      namesIn("editor") ||
      first("organization", "institution", "school", "publisher") ||
      namesIn("translator"),
    year,
    isbn: isbnIn(fields.get("isbn") ?? "", first("isbn")),
    topic: first("topic"),
    page: first("pages"),
    tags: cleanTags(partsOf(fields.get("keywords") ?? "", KEYWORD_END).map((tag) => readLatex(tag))),
    notes: notesOf([
      written === year ? "" : written,
      first("note"),
      first("annotation", "annote"),
      withoutMarkup(withoutJats(first("abstract"))),
      first("comment"),
      ...addressesIn(fields),
    ]),
    imageUrl: readAddress(fields.get("image") ?? ""),
  };
}

const TAG =
  /(?:<|\{\\textless\})(\/?)(i|em|b|strong|u|s|sub|sup|scp|tt|span)(?:\s[^<>{}]{0,200})?(?:>|\{\\textgreater\})/gu;

/** Removes the HTML that Crossref, ACM and Mendeley write in titles: tags that are opened and closed, and "&amp;". */
function withoutTags(latex: string): string {
  const tags = [...latex.matchAll(TAG)];
  const namesOf = (slash: string) =>
    new Set(tags.flatMap(([, found, name = ""]) => (found === slash ? name : [])));
  const [opened, closed] = [namesOf(""), namesOf("/")];
  return latex
    .replaceAll(TAG, (tag, _, name: string) => (opened.has(name) && closed.has(name) ? "" : tag))
    .replaceAll(/\\?&amp;/gu, String.raw`\&`);
}

/** Elements of JATS, in which Crossref writes abstracts, that are HTML by other names. The rest is removed. */
const JATS: Readonly<Record<string, string>> = {
  title: "h3",
  p: "p",
  sec: "div",
  list: "ul",
  "list-item": "li",
};
function withoutJats(text: string): string {
  const html = text.replaceAll(/<(\/?)jats:([\w-]+)(?:\s[^<>]*)?>/gu, (_, slash: string, name: string) =>
    JATS[name] === undefined ? "" : `<${slash}${JATS[name]}>`,
  );
  return html === text ? text : `<div>${html}</div>`;
}

/** Returns one of several ISBNs, unless braces mean that the field is literal. */
function isbnIn(latex: string, text: string): string {
  const { isbn, count } = latex.startsWith("{") ? { isbn: undefined, count: 0 } : chosenIsbn(text);
  return count < 2 || isbn === undefined ? text : isbn;
}

const KEYWORD_END = /[{},;]/gu;

const titleOf = (title: string, subtitle: string): string =>
  title !== "" && subtitle !== "" ? `${title}: ${subtitle}` : title;

const notesOf = (notes: readonly string[]): string =>
  [...new Set(notes.filter((note) => note !== ""))].join("\n");

/** Returns the addresses of a work. An arXiv id becomes one, unless another address is the same paper. */
function addressesIn(fields: BibtexFields): string[] {
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

/** Converts a BibTeX file to rows in JSON, which passes between threads faster than objects. */
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
