import { columnsOf, readRows } from "#shared/import-file.ts";

/** What was chosen or pasted, read into rows. */
export interface ImportSource {
  /** The file's name, or words for pasted text. */
  name: string;
  rows: unknown[];
  /** None where the server reads the rows by itself. */
  columns: string[];
}

export type SourceReading = { ok: true; source: ImportSource } | { ok: false; message: string };

/** More would freeze the browser's tab for seconds; the command line takes any size. */
const MAX_FILE_BYTES = 50 * 1024 * 1024;

/** Finds the entries in a text of a format besides CSV and JSON; none where it is not in that one. */
type EntriesOf = ((text: string) => readonly string[]) | undefined;

/** Reads a file that holds CSV or JSON, or the other format. */
export async function readImportFile(file: File, entriesOf?: EntriesOf): Promise<SourceReading> {
  if (file.size > MAX_FILE_BYTES)
    return { ok: false, message: "This file is larger than 50 MB. Split it first." };
  return readImportText(file.name, decode(await file.arrayBuffer()), entriesOf);
}

/** Reads text that is CSV or JSON; JSON begins with a bracket, and no header of a CSV does. */
export async function readImportText(
  name: string,
  text: string,
  entriesOf?: EntriesOf,
): Promise<SourceReading> {
  const entries = entriesOf?.(text) ?? [];
  if (entries.length > 0) return { ok: true, source: { name, rows: [...entries], columns: [] } };
  const { parse } = await import("papaparse");
  const reading = readRows(/^\s*[[{]/u.test(text) ? "json" : "csv", text, parse);
  if (!reading.ok) return reading;
  const columns = columnsOf(reading.rows);
  if (columns.length === 0) return { ok: false, message: "There are no rows to import below the header" };
  return { ok: true, source: { name, rows: reading.rows, columns } };
}

/** Spreadsheets on Windows still write UTF-16 and their own code page besides UTF-8. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** A few different values of a column, for a person to recognise it. */
export function samplesOf({ rows }: ImportSource, column: string): string {
  const samples = new Set<string>();
  for (const row of rows) {
    const cell = cellOf(row, column);
    if (cell !== "") samples.add(cell.length > 60 ? `${cell.slice(0, 60)}…` : cell);
    if (samples.size === 3) break;
  }
  return [...samples].join(" · ");
}

function cellOf(row: unknown, column: string): string {
  const cell: unknown = Object.entries(row ?? {}).find(([name]) => name === column)?.[1];
  if (cell === null || cell === undefined) return "";
  return typeof cell === "string" ? cell.trim() : JSON.stringify(cell);
}
