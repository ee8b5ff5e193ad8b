/** Declarations of a slice that worker threads need, too. They import no services. */
import type { LibraryKind } from "#shared/kernel/item-address.ts";

import type { Exporter } from "./exports/exporter.ts";
import type { Importer } from "./imports/import-rules.ts";
import { registerTextSources, type TextSource } from "./texts/text-source.ts";

export interface SliceData {
  /** Texts that search indexes and that are scanned for links. */
  texts?: readonly TextSource[];
  /** How rows of a file become items. */
  importer?: Importer;
  exporter?: Exporter;
}

/** Each thread has one list, set before anything else runs. */
let list: readonly SliceData[] = [];

export function registerSliceData(data: readonly SliceData[]): void {
  list = data;
  registerTextSources(list.flatMap(({ texts = [] }) => texts));
}

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
