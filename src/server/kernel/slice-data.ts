/** Declarations of a slice that worker threads also need. They import no services. */
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { Exporter } from "./exports/exporter.ts";
import type { Importer } from "./imports/import-rules.ts";

/** How items of one kind are read from files and written to files. */
export interface SliceData {
  importer: Importer;
  exporter: Exporter;
}

/** Loads the declarations of each kind on first use. */
export type SliceDataLoaders = Readonly<Record<LibraryKind, () => Promise<SliceData>>>;

/** Set once per thread, before anything else runs. */
let loaders: Partial<SliceDataLoaders> = {};

export const registerSliceData = (all: SliceDataLoaders): void => {
  loaders = all;
};

export async function getSliceData(kind: LibraryKind): Promise<SliceData> {
  const load = loaders[kind];
  if (!load) throw new Error(`no slice imports and exports ${kind}s`);
  return load();
}
