import type { FileParsers, PromptFilesReading } from "#shared/imports/prompt-files.ts";
import type { ImportReport, MappingOf } from "#shared/imports/request.ts";
import type { ImportKind } from "#shared/imports/row.ts";
import type { SourceFile } from "#shared/imports/source-file.ts";

export interface OtherFormat {
  name: string;
  /** Such as ".bib". */
  extension: string;
  /** The entries in a text; none where it is in another format. */
  findEntries: (text: string) => readonly string[];
  /** The rows of entries: objects, column to cell, or rows that cannot be read. */
  read: (entries: readonly string[]) => Promise<unknown[]>;
}

/** Files of many kinds that hold such things, in folders and archives too. */
export interface FileCollection {
  /** What is in them, such as "prompt". */
  noun: string;
  /** Of the files that are read. */
  extensions: readonly string[];
  /** What people call these files, such as "Markdown, YAML". */
  words: string;
  /** Whether the text of a file is a table, whose columns are to be chosen. */
  isTable: (text: string) => boolean;
  read: (files: readonly SourceFile[], parsers: FileParsers) => PromptFilesReading;
}

/** Rows that are sent together. */
export interface ImportCall<Field extends string> {
  rows: unknown[];
  mapping: MappingOf<Field>;
  /** Names whose rows become one item. Absent if there are none: only tools can be merged. */
  mergeNames?: string[];
  dryRun: boolean;
  /** Of the whole file, by which it can be undone. */
  importId?: string | undefined;
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
  collection?: FileCollection;
  send: (call: ImportCall<Field>) => Promise<ImportReport>;
  /** Hears that an import has ended, or was undone. */
  onImported: () => void;
}
