import type { BibtexRequest, BibtexRows } from "#shared/bibtex/bibtex-rows.ts";
import { MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";

import { readBibtex } from "./read-bibtex.ts";
import { rowsOfCall } from "./read-rows.ts";

/** The rows of some entries, so that somebody can say what becomes of their columns; nothing is imported. */
export async function bibtexRows({ content }: BibtexRequest): Promise<BibtexRows> {
  const rows = rowsOfCall({ rows: await readBibtex(content, MAX_IMPORT_ROWS) });
  return rows.map((row) =>
    row instanceof UnreadableRow
      ? { error: row.error }
      : { row: Object.fromEntries(Object.entries(row ?? {})) },
  );
}
