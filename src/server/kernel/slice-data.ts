/** Declarations of a slice that worker threads need, too. They import no services. */
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { Exporter } from "./exports/exporter.ts";
import type { Importer } from "./imports/import-rules.ts";

export interface SliceData {
  /** How rows of a file become items. */
  importer?: Importer;
  exporter?: Exporter;
}

/** Each thread has one list, set before anything else runs. */
let list: readonly SliceData[] = [];

export const registerSliceData = (data: readonly SliceData[]): void => {
  list = data;
};

export function getImporter(kind: LibraryKind): Importer {
  const found = list.find(({ importer }) => importer?.kind === kind)?.importer;
  if (!found) throw new Error(`no slice imports ${kind}s`);
  return found;
}

export function getExporter(kind: LibraryKind): Exporter {
  const found = list.find(({ exporter }) => exporter?.kind === kind)?.exporter;
  if (!found) throw new Error(`no slice exports ${kind}s`);
  return found;
}
