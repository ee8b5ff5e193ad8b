import { type FieldTable, namesOf } from "#shared/fields/field.ts";

import type { Version } from "./item-history.ts";

/** Returns the fields that differ between two versions, in the order of the table. */
export const changedFields = (fields: FieldTable, one: Version, other: Version): string[] =>
  namesOf(fields).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

/** Maximum number of fields named in a change summary. More are only counted. */
const MAX_NAMED = 4;

/** Summarises an edit in one line. `before` is undefined for the first stored version. */
export function changeLine(fields: FieldTable, version: Version, before: Version | undefined): string {
  if (before === undefined) return version.revision === 1 ? "Added" : "First version kept";
  const labels = changedFields(fields, version, before).map((name) => fields[name]?.label);
  if (labels.length === 0) return "Nothing changed";
  if (labels.length <= MAX_NAMED) return `Changed ${labels.join(", ")}`;
  const named = labels.slice(0, MAX_NAMED - 1);
  return `Changed ${named.join(", ")} and ${labels.length - named.length} more`;
}
