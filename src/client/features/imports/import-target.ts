import type { SourceFile } from "#shared/imports/files/source-file.ts";
import type { FileParsers, PromptFilesReading } from "#shared/imports/prompts/prompt-files.ts";
import type { ImportReport, MappingOf } from "#shared/imports/request.ts";
import type { ImportKind } from "#shared/imports/row.ts";

export interface OtherFormat {
  name: string;
  /** File extension, such as ".bib". */
  extension: string;
  /** Returns the entries in a text. Empty if the text has another format. */
  findEntries: (text: string) => readonly string[];
  /** Parses entries to rows. A row is an object of cells by column, or an unreadable row. */
  read: (entries: readonly string[]) => Promise<unknown[]>;
}

/** Files with items of this kind. They may be in folders and archives. */
export interface FileCollection {
  /** Singular noun for the items, such as "prompt". */
  noun: string;
  /** Extensions of supported files. */
  extensions: readonly string[];
  /** Description of these files, such as "Markdown, YAML". */
  words: string;
  /** True if a file contains a table. Its columns then need a mapping. */
  isTable: (text: string) => boolean;
  read: (files: readonly SourceFile[], parsers: FileParsers) => PromptFilesReading;
}

/** Input of one call. */
export interface ImportCall<Field extends string> {
  rows: unknown[];
  mapping: MappingOf<Field>;
  /** Names whose rows are merged to one item. Undefined if there are none, because only tools can be merged. */
  mergeNames?: string[];
  dryRun: boolean;
  /** Id of the whole import, used to undo it. */
  importId?: string | undefined;
}

export interface ImportTarget<Field extends string> {
  kind: ImportKind<Field, unknown>;
  /** Title of the dialog, such as "Import Tools". */
  title: string;
  /** Example of rows to paste. */
  example: string;
  /** Additional format, next to CSV and JSON. */
  other?: OtherFormat;
  collection?: FileCollection;
  send: (call: ImportCall<Field>) => Promise<ImportReport>;
  /** Called when an import has ended or was undone. */
  onImported: () => void;
}
