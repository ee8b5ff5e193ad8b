import type { Db } from "#db/database.ts";
import { invalid } from "#server/errors.ts";
import type { LibraryKind } from "#shared/kernel/item-address.ts";

/** Items and format of an export. */
export interface ExportRequest {
  format: string;
  /** Ids of selected items; all if undefined. */
  ids?: readonly string[] | undefined;
  now: Date;
}

/** Exports items of one kind as files, in list order. */
export interface Exporter {
  kind: LibraryKind;
  /** Name and media type of the file, by format. */
  files: Readonly<Record<string, readonly [name: string, mediaType: string]>>;
  /** Returns the file's bytes. Throws if no selected item exists. */
  write(db: Db, request: ExportRequest): Promise<Uint8Array>;
}

/** Error for an export in which no selected item exists. */
export function noItemsSelected(noun: string) {
  const nouns = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
  return invalid(`No ${nouns} Selected - Please select at least one ${noun} to export.`, "selectedIds");
}
