import type { BibtexRows, ImportFormat, ImportReport, MappingOf } from "#shared/imports/request.ts";

/** Input of an import call. Plain JSON, except for unreadable rows of a file parsed here. */
export interface ImportCall {
  rows?: readonly unknown[] | undefined;
  format?: ImportFormat | undefined;
  content?: string | undefined;
  /** Header line of a CSV file, from 1; detected if undefined. */
  headerLine?: number | undefined;
  /** BibTeX entries, already parsed. */
  entries?: BibtexRows | undefined;
  /** Guessed from the column names if undefined. */
  mapping?: MappingOf<string> | undefined;
  dryRun?: boolean | undefined;
  /** Id of the whole import; created if undefined. */
  importId?: string | undefined;
  /** Names for which all rows are one tool. */
  mergeNames?: "all" | readonly string[] | undefined;
  /** True to leave existing items unchanged. */
  isAddingOnly?: boolean | undefined;
}

/** Changes of an import to existing items, once stored. */
export interface ImportChanges {
  added: { id: string; time: string; fields: Record<string, unknown> }[];
  edited: { id: string; revision: number; changes: Record<string, unknown> }[];
  /** Further changes, as JSON. The slice that plans them stores them. */
  extras: readonly unknown[];
}

export interface PlannedImport {
  report: Omit<ImportReport, "importId">;
  changes: ImportChanges;
}

/** Returns an import's key in its items. It contains the user, because other users may have the same import id. */
export const importKey = ({ importId, by }: { importId: string; by: { id: string } }): string =>
  `${by.id} ${importId}`;
