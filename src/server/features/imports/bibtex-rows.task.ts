import type { BibtexRows } from "#shared/bibtex/bibtex-rows.ts";
import { MAX_IMPORT_ROWS } from "#shared/imports/request.ts";
import { UnreadableRow } from "#shared/imports/row.ts";

import { readBibtex } from "./read-bibtex.ts";
import { rowsOfCall } from "./read-rows.ts";

/** The entries of a BibTeX file as rows, in JSON, which passes between threads quicker than objects do. */
export function readBibtexRows(content: string): string {
  const rows = rowsOfCall({ rows: readBibtex(content, MAX_IMPORT_ROWS) });
  return JSON.stringify(
    rows.map((row): BibtexRows[number] =>
      row instanceof UnreadableRow
        ? { error: row.error }
        : { row: Object.fromEntries(Object.entries(row ?? {})) },
    ),
  );
}
