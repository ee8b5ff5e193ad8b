import { columnsOf } from "#shared/import-file.ts";
import { guessColumns } from "#shared/import-request.ts";
import { type ImportKind, readRow } from "#shared/import-row.ts";

/** What an import understands of rows when nobody maps their columns. */
export function importOf<Field extends string, Fields>(
  kind: ImportKind<Field, Fields>,
  rows: readonly unknown[],
) {
  const mapping = guessColumns(kind.commonHeaders, columnsOf(rows));
  return rows.map((row) => readRow(kind, row, mapping));
}

/** What an import can know of a thing: its fields that say something. */
export function saidBy<Field extends string>(
  { fields }: Pick<ImportKind<Field, unknown>, "fields">,
  thing: Readonly<Record<Field, unknown>>,
) {
  const said = fields.filter((field) => String(thing[field] ?? "").trim() !== "");
  return { ok: true, fields: Object.fromEntries(said.map((field) => [field, thing[field]])), notes: [] };
}
