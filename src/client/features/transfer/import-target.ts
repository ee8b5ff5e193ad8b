import type { ImportReport, MappingOf } from "#shared/import-request.ts";
import type { ImportKind } from "#shared/import-row.ts";

export interface OtherFormat {
  name: string;
  /** Such as ".bib". */
  extension: string;
  /** The entries in a text; none where it is in another format. */
  entriesOf: (text: string) => readonly string[];
  /** The rows of entries: objects, column to cell, or rows that cannot be read. */
  read: (entries: readonly string[]) => Promise<unknown[]>;
}

/** Rows that are sent together. */
export interface ImportCall<Field extends string> {
  rows: unknown[];
  mapping: MappingOf<Field>;
  /** Names whose rows are to be made one, where the target knows of that. */
  mergeNames: string[];
  dryRun: boolean;
}

/** Where the rows of a file go. */
export interface ImportTarget<Field extends string> {
  kind: ImportKind<Field, unknown>;
  /** The dialog's name, such as "Import Tools". */
  title: string;
  /** Rows as somebody might paste them. */
  example: string;
  /** A format besides CSV and JSON. */
  other?: OtherFormat;
  send: (call: ImportCall<Field>) => Promise<ImportReport>;
  /** Hears that an import has ended. */
  onImported: () => void;
}
