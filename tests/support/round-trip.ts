import { guessMapping, type ImportKind, readRow } from "#shared/imports/row.ts";

/** The result of importing rows without a mapping. */
export function importOf<Field extends string, Fields>(
  kind: ImportKind<Field, Fields>,
  rows: readonly unknown[],
) {
  const mapping = guessMapping(kind, rows);
  return rows.map((row) => readRow(kind, row, mapping));
}

/** The importable part of an item: its non-empty fields. */
export function saidBy<Field extends string>(
  { fields }: Pick<ImportKind<Field, unknown>, "fields">,
  thing: Readonly<Record<Field, unknown>>,
) {
  const said = fields.filter((field) => String(thing[field] ?? "").trim() !== "");
  return { ok: true, fields: Object.fromEntries(said.map((field) => [field, thing[field]])), notes: [] };
}
