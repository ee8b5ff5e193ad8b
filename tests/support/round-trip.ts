import { guessMapping, type ImportKind, readRow } from "#shared/imports/row.ts";

/** The result of importing rows without a mapping. */
export function readImport<Field extends string, Fields>(
  kind: ImportKind<Field, Fields>,
  rows: readonly unknown[],
) {
  const mapping = guessMapping(kind, rows);
  return rows.map((row) => readRow(kind, row, mapping));
}

/** The importable part of an item: its non-empty fields. */
export function filledFields<Field extends string>(
  { fields }: Pick<ImportKind<Field, unknown>, "fields">,
  item: Readonly<Record<Field, unknown>>,
) {
  const filled = fields.filter((field) => String(item[field] ?? "").trim() !== "");
  return { ok: true, fields: Object.fromEntries(filled.map((field) => [field, item[field]])), notes: [] };
}
