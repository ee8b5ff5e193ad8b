import { MAX_IMPORT_COLUMNS } from "#shared/imports/column-values.ts";
import type { ImportFormat } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";
import { hasFormulaEscape } from "#shared/texts/escaping.ts";

import { type ColumnKind, findCsvHeader, type HeaderLine, withoutEmptyEnd } from "./csv-header.ts";
import { rowsInJson } from "./json-rows.ts";
import { JsonTextError, parseJsonText } from "./json-text.ts";

type FileReading =
  | {
      ok: true;
      rows: unknown[];
      /** Set for a CSV only: the line and the columns of the header. */
      header?: { line: number; columns: string[]; choices: HeaderLine[] };
    }
  | { ok: false; message: string };

/** The part of papaparse's `parse` needed here. Server and browser pass it in. */
export type ParseCsv = (
  text: string,
  options: { delimiter: string; skipEmptyLines: "greedy"; preview: number },
) => { data: unknown[]; errors: { code: string; row?: number | undefined }[] };

export interface FileOptions {
  /** Kind of the rows. Its properties help to recognise columns and lists. */
  kind?: ColumnKind | undefined;
  /** Header line of a CSV file, from 1; detected if undefined. */
  headerLine?: number | undefined;
}

const failedReading = (message: string): FileReading => ({ ok: false, message });
const withoutByteOrderMark = (text: string) => text.replace(/^\uFEFF/u, "");

/** Parses a file into rows: objects from header to cell. A row with more cells than its header is unreadable. */
export function readRows(
  format: ImportFormat,
  content: string,
  parseCsv: ParseCsv,
  options: FileOptions = {},
): FileReading {
  const text = withoutByteOrderMark(content);
  if (text.trim() === "") return failedReading("There is nothing to import in this file");
  if (format === "json") return readJson(text, options);
  const problem = findCsvProblem(text);
  return problem === undefined ? readCsv(text, parseCsv, options) : failedReading(problem);
}

const SAMPLE_CHARS = 64 * 1024;
/** ASCII control characters that text files rarely contain. */
const CONTROL = /[^\P{Cc}\s\u{80}-\u{9F}]/gu;
const MAX_CONTROL_SHARE = 0.01;

/** Returns why a text can't be read as CSV, and what to do. Undefined for a table. */
function findCsvProblem(text: string): string | undefined {
  const sample = text.slice(0, SAMPLE_CHARS);
  if ((sample.match(CONTROL)?.length ?? 0) > MAX_CONTROL_SHARE * sample.length)
    return "This isn't a text file. Save the table as CSV (in Excel: Save As, CSV UTF-8), then try again.";
  if (/^\s*<(?:!doctype|html|\?xml|table|body|div)\b/iu.test(sample))
    return "This is HTML or XML. Export CSV or JSON instead, then try again.";
  const other = findReferenceFormat(sample);
  if (other !== undefined) return `This is ${other}. Export BibTeX or CSV instead, then try again.`;
  if (/^\s*@\w+\s*[{(]/u.test(sample))
    return "This is BibTeX, which only ChapterLoop imports. Import it there, as the format bibtex.";
  return isJson(text) ? "This is JSON. Import it as JSON, not as CSV." : undefined;
}

/** Formats of reference managers that aren't imported, by the beginning of their files. */
const REFERENCE_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^\s*TY {2}-/u, "RIS"],
  [/^\s*PMID- /u, "PubMed's format"],
  [/^\s*%[0AT] /u, "EndNote's format"],
];

/** Returns the name of a reference manager's format that isn't imported. Undefined for other texts. */
export const findReferenceFormat = (text: string): string | undefined =>
  REFERENCE_FORMATS.find(([pattern]) => pattern.test(text))?.[1];

function isJson(text: string): boolean {
  if (!/^\s*[[{]/u.test(text)) return false;
  try {
    parseJsonText(text);
    return true;
  } catch {
    return false;
  }
}

function readJson(text: string, { kind }: FileOptions): FileReading {
  try {
    const rows = rowsInJson(parseJsonText(text), kind);
    if (rows) return { ok: true, rows };
    return failedReading("The JSON must be a list of objects, or an object that contains such a list");
  } catch (error) {
    if (error instanceof JsonTextError) return failedReading(error.message);
    throw error;
  }
}

function readCsv(text: string, parseCsv: ParseCsv, { kind, headerLine }: FileOptions): FileReading {
  const parse = (part: string, delimiter: string, preview: number) => {
    const { data, errors } = parseCsv(part, { delimiter, skipEmptyLines: "greedy", preview });
    return { table: data.map(cellsOf), errors };
  };
  const csvHeader = findCsvHeader(text, (line, delimiter) => parse(line, delimiter, 1).table[0] ?? [], {
    kind,
    chosen: headerLine,
  });
  if (!csvHeader) {
    return failedReading(
      headerLine === undefined
        ? "There is nothing to import in this file"
        : `Line ${headerLine} is empty or after the end of this file. Choose the line with the column names.`,
    );
  }
  const body = text.slice(csvHeader.start);
  const width = withoutEmptyEnd(parse(body, csvHeader.delimiter, 1).table[0] ?? []).length;
  if (width > MAX_IMPORT_COLUMNS) return failedReading(tooManyColumnsMessage(width));
  const { table, errors } = parse(body, csvHeader.delimiter, 0);
  const unclosed = errors.find(({ code }) => code === "MissingQuotes");
  if (unclosed)
    return failedReading(
      `A quotation mark is never closed; check ${unclosed.row ? `near row ${unclosed.row}` : "the header"}`,
    );
  const [header = [], ...lines] = table;
  const [first = [], ...rest] = lines;
  const rows = csvHeader.delimiter === "|" && isSeparator(first) ? rest : lines;
  const columns = nameColumns(header);
  return {
    ok: true,
    rows: rows.map((cells, index) => rowOf(columns, cells, index + 1)),
    header: { line: csvHeader.line, columns, choices: csvHeader.choices },
  };
}

/** True for the line below the header of a table in Markdown. */
const isSeparator = (cells: readonly string[]): boolean =>
  cells.every((cell) => /^\s*(?::?-+:?\s*)?$/u.test(cell));

const tooManyColumnsMessage = (columns: number) =>
  `This file has ${columns.toLocaleString("en-US")} columns; an import accepts at most ${MAX_IMPORT_COLUMNS.toLocaleString("en-US")}. Delete the columns that you don't need, then try again.`;

const cellsOf = (row: unknown): string[] => (Array.isArray(row) ? row.map(String) : []);

/** Assigns every column a unique name. */
function nameColumns(header: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [index, cell] of withoutEmptyEnd(header).entries()) {
    let name = cell.trim() || `Column ${index + 1}`;
    while (names.has(name)) name = `${name} (column ${index + 1})`;
    names.add(name);
  }
  return [...names];
}

// Goodreads and others write numeric texts, such as an ISBN, as a formula.
const TEXT_FORMULA = /^="([^"]*)"$/u;

const plainCell = (cell: string) =>
  hasFormulaEscape(cell) ? cell.slice(1) : cell.replace(TEXT_FORMULA, "$1");

function rowOf(columns: readonly string[], cells: readonly string[], row: number): unknown {
  const filledCount = withoutEmptyEnd(cells).length;
  // Spreadsheets omit empty cells at the end of a row, so a row may have fewer cells.
  if (filledCount > columns.length) return createTooLongRow(row, filledCount, columns.length);
  return Object.fromEntries(columns.map((column, index) => [column, plainCell(cells[index] ?? "")]));
}

// The cells can't be assigned to columns: a separator or a quotation mark is missing or superfluous.
const createTooLongRow = (row: number, cells: number, columns: number) =>
  new UnreadableRow(
    `Row ${row} has ${formatCount(cells, "cell")}, but the header has ${formatCount(columns, "column")}`,
  );

const formatCount = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
