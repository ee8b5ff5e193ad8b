import type { OtherFormat } from "#client/features/imports/import-target.ts";
import { columnsOf } from "#shared/imports/columns.ts";
import type { ColumnKind, HeaderLine } from "#shared/imports/csv-header.ts";
import { readRows } from "#shared/imports/file.ts";
import { excerptsBeyondAscii } from "#shared/imports/text-decoding.ts";

import { textOfFile } from "./file-text.ts";

/** In which encoding a file was read. */
export interface SourceEncoding {
  encoding: string;
  /** False where somebody has to look whether the text is right. */
  isCertain: boolean;
  /** How many characters were broken and stand as "�". */
  brokenCount: number;
  /** Places of the text by which a person sees whether the encoding is right; none in plain ASCII. */
  excerpts: string[];
}

/** What was chosen or pasted, read into rows. */
export interface ImportSource {
  /** The file's name, or words for pasted text. */
  name: string;
  rows: readonly unknown[];
  /** None where no row could be read. */
  columns: string[];
  /** Of a file; pasted text has none. */
  encoding?: SourceEncoding;
  /** Of a CSV: the line with the names of its columns, and the lines to choose another from. */
  header?: { line: number; choices: readonly HeaderLine[] } | undefined;
  /** What was left out when it was read. */
  remark?: string | undefined;
}

/** How a text is read: as what kind of rows, and what a person chose. */
export interface SourceOptions {
  kind?: ColumnKind | undefined;
  other?: OtherFormat | undefined;
  encoding?: string | undefined;
  headerLine?: number | undefined;
}

export type SourceReading = { ok: true; source: ImportSource } | { ok: false; message: string };

/** More would freeze the browser's tab for seconds; the command line takes any size. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Reads a file that holds CSV or JSON, or the other format, in the encoding that was chosen or that it seems to have. */
export async function readImportFile(file: File, options: SourceOptions = {}): Promise<SourceReading> {
  if (file.size > MAX_FILE_BYTES)
    return { ok: false, message: "This file is larger than 50 MB. Split it into smaller files." };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, ...decoded } = await textOfFile(bytes, options.encoding);
  const reading = await readImportText(file.name, text, options);
  if (!reading.ok) return reading;
  const encoding = { ...decoded, excerpts: excerptsBeyondAscii(text) };
  return { ok: true, source: { ...reading.source, encoding } };
}

/** Reads text that is CSV or JSON; JSON begins with a bracket, and no header of a CSV does. */
export async function readImportText(
  name: string,
  text: string,
  { kind, other, headerLine }: SourceOptions = {},
): Promise<SourceReading> {
  const entries = other?.findEntries(text) ?? [];
  if (other && entries.length > 0) {
    const rows = await other.read(entries);
    return { ok: true, source: { name, rows, columns: columnsOf(rows) } };
  }
  const { parse } = await import("papaparse");
  const format = /^\s*[[{]/u.test(text) ? "json" : "csv";
  const reading = readRows(format, text, parse, { kind, headerLine });
  if (!reading.ok) return reading;
  const { rows, header } = reading;
  if (rows.length === 0)
    return {
      ok: false,
      message: header ? "There are no rows below the header" : "There are no rows in this file",
    };
  const columns = header?.columns ?? columnsOf(rows);
  if (columns.length === 0) return { ok: false, message: "The rows in this file have no columns" };
  return { ok: true, source: { name, rows, columns, header } };
}

/** A few different values of a column, for a person to recognise it. */
export function findSamples({ rows }: ImportSource, column: string): string {
  const samples = new Set<string>();
  for (const row of rows) {
    const cell = formatCell(row, column);
    if (cell !== "") samples.add(cell.length > 60 ? `${cell.slice(0, 60)}…` : cell);
    if (samples.size === 3) break;
  }
  return [...samples].join(" · ");
}

function formatCell(row: unknown, column: string): string {
  if (typeof row !== "object" || row === null || !Object.hasOwn(row, column)) return "";
  const cell: unknown = Reflect.get(row, column);
  if (cell === null || cell === undefined) return "";
  return typeof cell === "string" ? cell.trim() : JSON.stringify(cell);
}
