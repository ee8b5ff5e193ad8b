/** Declarations of a slice that worker threads also need. They import no services. */
import type { LibraryKind } from "#shared/kernel/item-address.ts";
import { lazy } from "#shared/kernel/lazy.ts";

import type { Exporter } from "./exports/exporter.ts";
import type { Importer } from "./imports/import-rules.ts";

export interface SliceData {
  /** Imports rows of a file as items. */
  importer?: Importer;
  exporter?: Exporter;
}

/** Set once per thread, before anything else runs. */
let loadSliceData = async (): Promise<readonly SliceData[]> => [];

/** Registers the declarations, which are loaded on first use. */
export const registerSliceData = (load: () => Promise<readonly SliceData[]>): void => {
  loadSliceData = lazy(load);
};

export async function getImporter(kind: LibraryKind): Promise<Importer> {
  const found = (await loadSliceData()).find(({ importer }) => importer?.kind === kind)?.importer;
  if (!found) throw new Error(`no slice imports ${kind}s`);
  return found;
}

export async function getExporter(kind: LibraryKind): Promise<Exporter> {
  const found = (await loadSliceData()).find(({ exporter }) => exporter?.kind === kind)?.exporter;
  if (!found) throw new Error(`no slice exports ${kind}s`);
  return found;
}
