import type { BibtexRows } from "#shared/bibtex/bibtex-rows.ts";
import type { ColumnKind } from "#shared/imports/csv-header.ts";
import type { ImportFormat, ImportReport, MappingOf } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";

import type { MemoryChange } from "./memory-plan.ts";
import { rowsOfCall } from "./read-rows.ts";

/** What is to be imported, as a call gives it. Plain JSON, but for unreadable rows of a file that was read here. */
export interface ImportCall {
  rows?: readonly unknown[] | undefined;
  format?: ImportFormat | undefined;
  content?: string | undefined;
  /** The line of a CSV with the names of its columns, from 1; found if absent. */
  headerLine?: number | undefined;
  /** Entries of BibTeX, which were read before. */
  entries?: BibtexRows | undefined;
  /** Guessed from the columns' names when absent. */
  mapping?: MappingOf<string> | undefined;
  dryRun?: boolean | undefined;
  /** Of the whole import; made here unless given. */
  importId?: string | undefined;
  /** Names of which all rows are one tool. */
  mergeNames?: "all" | readonly string[] | undefined;
  /** Leaves what is there as it is. */
  isAddingOnly?: boolean | undefined;
}

/** The rows of a call, or a refusal with a sentence on why it has none. */
export function rowsIn(
  { rows, entries, format, content, headerLine }: ImportCall,
  kind: ColumnKind,
): readonly unknown[] {
  if (rows) return rows;
  if (entries) return entries.map((entry) => ("error" in entry ? new UnreadableRow(entry.error) : entry.row));
  return rowsOfCall({ format, content }, { kind, headerLine });
}

/** What an import does to the things that are there, once it is stored. */
export interface ImportChanges {
  added: { id: string; time: string; fields: Record<string, unknown> }[];
  edited: { id: string; revision: number; changes: Record<string, unknown> }[];
  /** What comes to tools beside their fields. */
  memory: MemoryChange[];
}

export interface PlannedImport {
  report: Omit<ImportReport, "importId">;
  changes: ImportChanges;
}
