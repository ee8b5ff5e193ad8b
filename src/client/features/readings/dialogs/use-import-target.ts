import { trpc } from "#client/api/trpc.ts";
import type { ImportTarget } from "#client/features/imports/import-target.ts";
import { bibtexBlocks } from "#shared/bibtex/bibtex-blocks.ts";
import { READING_IMPORT, type ReadingImportRequest } from "#shared/imports/reading-import.ts";

import { useBibtexRows } from "./use-bibtex-rows.ts";

type Field = keyof NonNullable<ReadingImportRequest["mapping"]>;

/** At the start of a line "@book{" begins an entry of BibTeX; no table has that, and no JSON. */
const entriesOf = (text: string): string[] =>
  /^[ \t]*@\w+\s*[{(]/mu.test(text) ? bibtexBlocks(text).map(({ source }) => source) : [];

/** The reading list as a place to import readings into. */
export function useImportTarget(): ImportTarget<Field> {
  const { readings } = trpc.useUtils();
  const { mutateAsync } = trpc.imports.readings.useMutation();
  return {
    kind: READING_IMPORT,
    title: "Import Readings",
    example: "title,author,year,tags\nMiddlemarch,George Eliot,1871,novel; classics",
    other: { name: "BibTeX", extension: ".bib", entriesOf, read: useBibtexRows() },
    send: mutateAsync,
    onImported: () => void readings.list.invalidate(),
  };
}
