import type { OtherFormat } from "#client/features/imports/import-target.ts";
import { columnsOf } from "#shared/imports/column-values.ts";
import type { ColumnKind, HeaderLine } from "#shared/imports/files/csv-header.ts";
import { readRows } from "#shared/imports/files/file.ts";
import {
  type DecodedText,
  decodeFile,
  excerptsBeyondAscii,
  type TextDecoding,
} from "#shared/imports/files/text-decoding.ts";

const TEXT_DECODING: TextDecoding = {
  decode: (bytes, encoding, isStrict) => new TextDecoder(encoding, { fatal: isStrict }).decode(bytes),
  async detect(sample) {
    // Loaded on demand, because only files in other encodings than Unicode need it.
    const { analyse } = await import("chardet");
    return analyse(sample).map(({ name, confidence }) => ({ encoding: name, confidence }));
  },
};

/** Decodes a file's bytes in the given encoding, or else in the detected one. */
export const decodeText = (bytes: Uint8Array, encoding?: string): Promise<DecodedText> =>
  decodeFile(bytes, TEXT_DECODING, encoding);

/** Encoding of a file. */
export interface SourceEncoding {
  encoding: string;
  /** False if the user must check that the text is readable. */
  isCertain: boolean;
  /** Number of invalid characters, shown as "�". */
  brokenCount: number;
  /** Excerpts to check the encoding. Empty for plain ASCII. */
  excerpts: string[];
}

/** Chosen or pasted data, parsed to rows. */
export interface ImportSource {
  /** File name, or a description of pasted text. */
  name: string;
  rows: readonly unknown[];
  /** Column names. Empty if no row could be parsed. */
  columns: string[];
  /** Encoding of a file; undefined for pasted text. */
  encoding?: SourceEncoding;
  /** Header line of a CSV file, and the possible header lines. */
  header?: { line: number; choices: readonly HeaderLine[] } | undefined;
  /** Note about data that was omitted. */
  remark?: string | undefined;
}

/** Parsing options: the kind of item, and the user's choices. */
export interface SourceOptions {
  kind?: ColumnKind | undefined;
  other?: OtherFormat | undefined;
  encoding?: string | undefined;
  headerLine?: number | undefined;
}

export type SourceReading = { ok: true; source: ImportSource } | { ok: false; message: string };

/**
 * Maximum file size in bytes. Larger files would freeze the browser tab for seconds. The command line accepts any size.
 */
export const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Reads a CSV or JSON file, or one in the target's additional format. */
export async function readImportFile(file: File, options: SourceOptions = {}): Promise<SourceReading> {
  if (file.size > MAX_FILE_BYTES)
    return { ok: false, message: "This file is larger than 50 MB. Split it into smaller files." };
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { text, ...decoded } = await decodeText(bytes, options.encoding);
  const reading = await readImportText(file.name, text, options);
  if (!reading.ok) return reading;
  const encoding = { ...decoded, excerpts: excerptsBeyondAscii(text) };
  return { ok: true, source: { ...reading.source, encoding } };
}

/** Parses text as CSV, JSON or the additional format. JSON begins with a bracket, which no CSV header does. */
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

/** Returns up to three different values of a column, so that users recognise it. */
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
