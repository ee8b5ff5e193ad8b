import { trpc } from "#client/api/trpc.ts";
import { MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";

/** The server takes bodies of 1 MB; this leaves room for what JSON escapes. */
const MAX_PORTION_BYTES = 700_000;

const encoder = new TextEncoder();

/** Parts entries into what one call takes. */
function portionsOf(entries: readonly string[]): string[][] {
  const portions: string[][] = [];
  let portion: string[] | undefined;
  let bytes = 0;
  for (const entry of entries) {
    const size = encoder.encode(entry).length;
    if (!portion || portion.length === MAX_IMPORT_ROWS || bytes + size > MAX_PORTION_BYTES) {
      portion = [];
      portions.push(portion);
      bytes = 0;
    }
    portion.push(entry);
    bytes += size;
  }
  return portions;
}

/** Reads entries of BibTeX into rows; the server has the parser. */
export function useBibtexRows() {
  const { mutateAsync } = trpc.imports.bibtexRows.useMutation();
  return async (entries: readonly string[]): Promise<unknown[]> => {
    const rows: unknown[] = [];
    for (const portion of portionsOf(entries)) {
      for (const read of await mutateAsync({ content: portion.join("\n\n") })) {
        rows.push("row" in read ? read.row : new UnreadableRow(read.error));
      }
    }
    return rows;
  };
}
