import { trpc } from "#client/api/trpc.ts";
import { ImportDialog } from "#client/features/imports/import-dialog.tsx";
import type { ImportTarget } from "#client/features/imports/import-target.ts";
import { bibtexBlocks } from "#shared/bibtex/bibtex-blocks.ts";
import { READING_IMPORT, type ReadingImportRequest } from "#shared/imports/reading-import.ts";
import { MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";

type Field = keyof NonNullable<ReadingImportRequest["mapping"]>;

/** Dialog that imports readings from a file. */
export function ImportReadingsDialog({ onClose }: { onClose: () => void }) {
  return <ImportDialog target={useReadingImport()} onClose={onClose} />;
}

function useReadingImport(): ImportTarget<Field> {
  const { readings } = trpc.useUtils();
  const { mutateAsync } = trpc.imports.readings.useMutation();
  return {
    kind: READING_IMPORT,
    title: "Import Readings",
    example: "title,author,year,tags\nMiddlemarch,George Eliot,1871,novel; classics",
    other: { name: "BibTeX", extension: ".bib", findEntries: bibtexEntries, read: useBibtexRows() },
    send: mutateAsync,
    onImported: () => void readings.list.invalidate(),
  };
}

/**
 * Returns the BibTeX entries of a text. An entry begins with "@book{" or similar at the start of a line, which tables
 * and JSON don't contain.
 */
const bibtexEntries = (text: string): string[] =>
  /^[ \t]*@\w+\s*[{(]/mu.test(text) ? bibtexBlocks(text).map(({ source }) => source) : [];

/** Returns a function that parses BibTeX entries to rows on the server. */
function useBibtexRows() {
  const { mutateAsync } = trpc.imports.bibtexRows.useMutation();
  return async (entries: readonly string[]): Promise<unknown[]> => {
    const rows: unknown[] = [];
    for (const batch of toBatches(entries)) {
      for (const read of await mutateAsync({ content: batch.join("\n\n") })) {
        rows.push("row" in read ? read.row : new UnreadableRow(read.error));
      }
    }
    return rows;
  };
}

/** Maximum size of a batch. The server accepts bodies of up to 1 MB, and JSON escapes need some of that. */
const MAX_BATCH_BYTES = 700_000;

const encoder = new TextEncoder();

/** Splits entries into batches that fit one call. */
function toBatches(entries: readonly string[]): string[][] {
  const batches: string[][] = [];
  let batch: string[] | undefined;
  let bytes = 0;
  for (const entry of entries) {
    const size = encoder.encode(entry).length;
    if (!batch || batch.length === MAX_IMPORT_ROWS || bytes + size > MAX_BATCH_BYTES) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(entry);
    bytes += size;
  }
  return batches;
}
