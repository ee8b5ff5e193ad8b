import { currentOf } from "#client/api/errors.ts";
import { type FieldTable, namesOf } from "#shared/fields/field.ts";

/** Returns the current item, if an edit was refused because another user had changed it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the server answers the kind of thing that was sent
export function newerVersion<Thing extends { id: string; revision: number }>(
  error: unknown,
  fields: FieldTable,
): Thing | undefined {
  const current = currentOf(error);
  return isStored<Thing>(current, fields) ? current : undefined;
}

/** True if the server sent a complete item, with an id, a revision and every field. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
const isStored = <Thing extends { id: string; revision: number }>(
  current: unknown,
  fields: FieldTable,
): current is Thing =>
  typeof current === "object" &&
  current !== null &&
  "id" in current &&
  typeof current.id === "string" &&
  "revision" in current &&
  typeof current.revision === "number" &&
  namesOf(fields).every((name) => name in current);
