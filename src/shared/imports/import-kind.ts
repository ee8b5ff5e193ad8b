import { type FieldTable, mapFields, namesOf } from "#shared/fields/field.ts";

import type { CommonHeaders } from "./request.ts";
import type { ImportKind } from "./row.ts";

/** Returns "Primary use case" for the label "Primary Use Case". */
const sentenceCase = (label: string): string =>
  label.replaceAll(/(?<=\s)\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());

/** Returns column names: those of all fields first, then those used only if none of them was found. */
function commonHeadersOf<Fields extends FieldTable>(fields: Fields): CommonHeaders<keyof Fields & string> {
  const names = namesOf(fields);
  return [
    ...names.map((name) => [name, fields[name]?.headers ?? ""] as const),
    ...names.map((name) => [name, fields[name]?.otherHeaders ?? ""] as const),
  ];
}

export const createImportKind = <Fields extends FieldTable, Row>(
  fields: Fields,
  rest: Omit<
    ImportKind<keyof Fields & string, Row>,
    "fields" | "labels" | "commonHeaders" | "readers" | "exactReaders"
  >,
): ImportKind<keyof Fields & string, Row> => ({
  ...rest,
  fields: namesOf(fields),
  labels: mapFields(fields, ({ label }) => sentenceCase(label)),
  commonHeaders: commonHeadersOf(fields),
  readers: mapFields(fields, ({ readCell }) => readCell),
  exactReaders: mapFields(fields, ({ readExactly }) => readExactly),
});
