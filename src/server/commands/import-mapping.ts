import { columnsOf } from "#shared/imports/columns.ts";
import { headerWords, type MappingOf } from "#shared/imports/request.ts";
import { guessMapping, type ImportKind } from "#shared/imports/row.ts";

import { CommandError } from "./terminal/command.ts";

interface Wishes {
  /** Column mapping, for example `Domain Name=url,category=modality`. */
  map?: string | undefined;
  /** Fields or columns to skip, separated by commas. */
  skip?: string | undefined;
}

const fold = (text: string) => headerWords(text).join("");
const splitList = (list = "") =>
  list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** Returns the mapping from columns to fields: as requested, with suggestions for the rest. */
export function mappingAsked<Field extends string>(
  kind: Pick<ImportKind<Field, unknown>, "fields" | "labels" | "commonHeaders" | "refineGuess">,
  rows: readonly unknown[],
  { map, skip }: Wishes,
): MappingOf<Field> {
  const columns = columnsOf(rows);
  const fieldNamed = (name: string) =>
    kind.fields.find((field) => [field, kind.labels[field]].some((known) => fold(known) === fold(name)));
  const columnNamed = (name: string) =>
    columns.find((column) => column === name) ?? columns.find((column) => fold(column) === fold(name));

  const mapping = { ...guessMapping(kind, rows) };
  const leaveOut = (column: string) => {
    for (const field of kind.fields) if (mapping[field] === column) mapping[field] = undefined;
  };
  for (const item of splitList(map)) {
    const split = item.lastIndexOf("=");
    if (split < 0)
      throw new CommandError(`--map takes COLUMN=FIELD, separated by commas; "${item}" has no "="`);
    const column = columnNamed(item.slice(0, split).trim());
    if (column === undefined) {
      throw new CommandError(
        `There is no column "${item.slice(0, split).trim()}"; the file has ${columns.join(", ")}`,
      );
    }
    const field = fieldNamed(item.slice(split + 1));
    if (field === undefined) {
      throw new CommandError(
        `There is no field "${item.slice(split + 1).trim()}"; the fields are ${kind.fields.join(", ")}`,
      );
    }
    leaveOut(column);
    mapping[field] = column;
  }
  for (const item of splitList(skip)) {
    const field = fieldNamed(item);
    const column = columnNamed(item);
    if (field !== undefined) mapping[field] = undefined;
    else if (column !== undefined) leaveOut(column);
    else throw new CommandError(`There is no field or column "${item}" to skip`);
  }
  return mapping;
}
