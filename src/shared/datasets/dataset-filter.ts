import type { Dataset } from "./datasets.ts";

export interface DatasetFilter {
  search: string;
  licence: string | null;
  tag: string | null;
}

const isSame = (text: string | null, wanted: string) => text?.toLowerCase() === wanted.toLowerCase();

/** True if a dataset matches the filter. The search covers name, licence, notes and tags. */
export function matchesDatasetFilter(dataset: Dataset, { search, licence, tag }: DatasetFilter): boolean {
  const wanted = search.trim().toLowerCase();
  const texts = [dataset.name, dataset.licence, dataset.notes, ...dataset.tags];
  return (
    (wanted === "" || texts.some((text) => text?.toLowerCase().includes(wanted))) &&
    (licence === null || isSame(dataset.licence, licence)) &&
    (tag === null || dataset.tags.some((one) => isSame(one, tag)))
  );
}

/** Returns the distinct texts, sorted. Of spellings that differ only in case, uses the first. */
export function distinctOf(texts: readonly (string | null)[]): string[] {
  const distinct = new Map<string, string>();
  for (const text of texts)
    if (text !== null && !distinct.has(text.toLowerCase())) distinct.set(text.toLowerCase(), text);
  return [...distinct.values()].toSorted((a, b) => a.localeCompare(b, "en-US"));
}
