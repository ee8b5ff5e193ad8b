import { setImmediate } from "node:timers/promises";

import { bibtexBlocks } from "#shared/bibtex-blocks.ts";
import { UnreadableRow } from "#shared/import-row.ts";
import { cleanTags } from "#shared/text.ts";

type Parser = typeof import("@retorquere/bibtex-parser");
type Entry = ReturnType<Parser["parse"]>["entries"][number];

/** Titles as they are written, and nothing in place of commands that it does not know. */
const OPTIONS = { english: false, caseProtection: false, unsupported: "ignore" } as const;

/** How long other requests may have to wait for this file. */
const TURN_MILLISECONDS = 20;

/** The entries of a BibTeX file as rows with the fields of readings; as they stand if they are too many anyway. */
export async function readBibtex(text: string, maxEntries: number): Promise<unknown[]> {
  const blocks = bibtexBlocks(text);
  if (blocks.length > maxEntries) return blocks;
  // Large, and needed for nothing else.
  const parser = await import("@retorquere/bibtex-parser");
  const rows: unknown[] = [];
  let turnEnds = performance.now() + TURN_MILLISECONDS;
  for (const block of blocks) {
    rows.push(block.ok ? rowOf(parser, block.source) : new UnreadableRow(block.message));
    if (performance.now() < turnEnds) continue;
    await setImmediate();
    turnEnds = performance.now() + TURN_MILLISECONDS;
  }
  return rows;
}

function rowOf({ parse }: Parser, source: string): unknown {
  try {
    const { entries, errors } = parse(shield(source), OPTIONS);
    const [entry] = entries;
    if (entry && Object.keys(entry.fields).length > 0) return readingOf(entry);
    return new UnreadableRow(`This entry cannot be read: ${errors[0]?.error.slice(0, 200) ?? "it is empty"}`);
  } catch {
    return new UnreadableRow("This entry cannot be read");
  }
}

function readingOf({ fields }: Entry): Record<string, unknown> {
  // Publishers and organizations are lists.
  const textOf = (field: string) => plainText([fields[field] ?? ""].flat().join(", "));
  const doi = textOf("doi");
  const notes = [
    textOf("note"),
    textOf("annotation") || textOf("annote"),
    textOf("comment"),
    textOf("url"),
    doi && (/^https?:/u.test(doi) ? doi : `https://doi.org/${doi}`),
  ];
  return {
    title: textOf("title"),
    author: namesOf(fields.author) || namesOf(fields.editor) || textOf("organization") || textOf("publisher"),
    year: textOf("year") || textOf("date"),
    isbn: textOf("isbn"),
    topic: textOf("topic"),
    page: textOf("pages"),
    tags: cleanTags(textOf(TAGS_FIELD).split(/[,;]/u)),
    notes: [...new Set(notes.filter((note) => note !== ""))].join("\n"),
    imageUrl: textOf("image"),
  };
}

type Names = Entry["fields"]["author"];

function namesOf(names: Names = []): string {
  return names
    .map(({ name, firstName, prefix, lastName, suffix }) => {
      if (lastName === "others" && firstName === undefined) return "et al.";
      return name ?? [firstName, prefix, lastName, suffix].filter((part) => part !== undefined).join(" ");
    })
    .map(plainText)
    .join(", ");
}

/** The parser sorts keywords and leaves their LaTeX; under another name it takes them as any text. */
const TAGS_FIELD = "readingtags";

// The parser answers with HTML and reads < and > as LaTeX's oldest fonts do: as other characters. Private ones stand
// for them meanwhile.
const LESS = "\uE000";
const GREATER = "\uE001";

const shield = (source: string): string =>
  source
    .replaceAll(/([,{(]\s*)keywords(?=\s*=)/giu, `$1${TAGS_FIELD}`)
    .replaceAll(/\\((?:La|Bib)?TeX)\b(?:\{\})?/gu, "$1")
    .replaceAll(/<|\\textless(?:\{\}|\b)/gu, LESS)
    .replaceAll(/>|\\textgreater(?:\{\}|\b)/gu, GREATER);

const plainText = (html: string): string =>
  html
    .replaceAll(/<br>/gu, "\n")
    .replaceAll(/<p>/gu, "\n\n")
    .replaceAll(/<[^<>]*>/gu, "")
    .replaceAll(LESS, "<")
    .replaceAll(GREATER, ">")
    .replaceAll(/[^\S\n]*\n[^\S\n]*/gu, "\n")
    .normalize("NFC")
    .trim();
