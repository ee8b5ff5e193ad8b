import { isGuarded } from "#shared/formula-guard.ts";

import { MAX_IMPORT_COLUMNS } from "./columns.ts";
import type { ImportFormat } from "./request.ts";
import { UnreadableRow } from "./row.ts";

export type FileReading = { ok: true; rows: unknown[] } | { ok: false; message: string };

/** The part of papaparse's `parse` that is needed here; server and browser hand it in. */
export type ParseCsv = (
  text: string,
  options: { delimiter: string; skipEmptyLines: "greedy"; preview: number },
) => { data: unknown[]; errors: { code: string; row?: number | undefined }[] };

const unreadable = (message: string): FileReading => ({ ok: false, message });
const withoutByteOrderMark = (text: string) => text.replace(/^\uFEFF/u, "");

/** Reads a file into rows: objects, header to cell; a row that does not fit its header is unreadable. */
export function readRows(format: ImportFormat, content: string, parseCsv: ParseCsv): FileReading {
  const text = withoutByteOrderMark(content);
  if (text.trim() === "") return unreadable("There is nothing to import in this file");
  return format === "json" ? readJson(text) : readCsv(text, parseCsv);
}

function readJson(text: string): FileReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return unreadable(
      `This isn't valid JSON: ${error instanceof Error ? error.message : "it cannot be read"}`,
    );
  }
  const rows = listIn(value);
  if (rows) return { ok: true, rows };
  return unreadable("The JSON must be a list of objects, or an object that contains one such list");
}

const isListOfObjects = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.some((item) => typeof item === "object" && item !== null);

function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return undefined;
  const [list, another] = Object.values(value).filter(isListOfObjects);
  return another ? undefined : list;
}

const DELIMITERS = [",", ";", "\t", "|"];

function readCsv(text: string, parseCsv: ParseCsv): FileReading {
  const parse = (delimiter: string, preview: number) => {
    const { data, errors } = parseCsv(text, { delimiter, skipEmptyLines: "greedy", preview });
    return { table: data.map(cellsOf), errors };
  };
  // The header decides: cells may hold any of these, names of columns hardly ever do.
  const headers = DELIMITERS.map((delimiter) => ({ delimiter, cells: parse(delimiter, 1).table[0] ?? [] }));
  const [widest] = headers.toSorted((a, b) => b.cells.length - a.cells.length);
  const width = withoutEmptyEnd(widest?.cells ?? []).length;
  if (width > MAX_IMPORT_COLUMNS) return unreadable(tooWide(width));
  const { table, errors } = parse(widest?.delimiter ?? ",", 0);
  const unclosed = errors.find(({ code }) => code === "MissingQuotes");
  if (unclosed) return unreadable(`A quotation mark is never closed; check near row ${unclosed.row ?? 1}`);
  const [header = [], ...rows] = table;
  const columns = nameColumns(header);
  return { ok: true, rows: rows.map((cells, index) => rowOf(columns, cells, index + 1)) };
}

const tooWide = (columns: number) =>
  `This file has ${columns.toLocaleString("en-US")} columns; an import takes at most ${MAX_IMPORT_COLUMNS.toLocaleString("en-US")}. Delete the columns that you don't need, then try again.`;

const cellsOf = (row: unknown): string[] => (Array.isArray(row) ? row.map(String) : []);

const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== "") + 1);

/** Gives every column a name of its own. */
function nameColumns(header: readonly string[]): string[] {
  const names = new Set<string>();
  for (const [index, cell] of withoutEmptyEnd(header).entries()) {
    let name = cell.trim() || `Column ${index + 1}`;
    while (names.has(name)) name = `${name} (column ${index + 1})`;
    names.add(name);
  }
  return [...names];
}

// Goodreads and others write a number that is no number, such as an ISBN, as a formula that gives its text.
const TEXT_FORMULA = /^="([^"]*)"$/u;

const plainCell = (cell: string) => (isGuarded(cell) ? cell.slice(1) : cell.replace(TEXT_FORMULA, "$1"));

function rowOf(columns: readonly string[], cells: readonly string[], row: number): unknown {
  const said = withoutEmptyEnd(cells).length;
  if (cells.length < columns.length) return misfit(row, cells.length, columns.length);
  if (said > columns.length) return misfit(row, said, columns.length);
  return Object.fromEntries(columns.map((column, index) => [column, plainCell(cells[index] ?? "")]));
}

// Which cell belongs to which column is anybody's guess: a separator or a quotation mark is missing or too many.
const misfit = (row: number, cells: number, columns: number) =>
  new UnreadableRow(
    `Row ${row} has ${countOf(cells, "cell")}, but the header has ${countOf(columns, "column")}`,
  );

const countOf = (count: number, noun: string) =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
