import { type FieldTable, namesOf } from "#shared/fields/field.ts";

import type { Version } from "./item-history.ts";

/** The fields that two states of an item do not have in common, in the order of the table. */
export const changedFields = (fields: FieldTable, one: Version, other: Version): string[] =>
  namesOf(fields).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

/** More fields than these are counted. */
const MAX_NAMED = 4;

/** What an edit did to an item, in a line; `before` is undefined for the first version that is kept. */
export function changeLine(fields: FieldTable, version: Version, before: Version | undefined): string {
  if (before === undefined) return version.revision === 1 ? "Added" : "First version kept";
  const labels = changedFields(fields, version, before).map((name) => fields[name]?.label);
  if (labels.length === 0) return "Nothing changed";
  if (labels.length <= MAX_NAMED) return `Changed ${labels.join(", ")}`;
  const named = labels.slice(0, MAX_NAMED - 1);
  return `Changed ${named.join(", ")} and ${labels.length - named.length} more`;
}
