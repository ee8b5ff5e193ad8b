import { currentOf } from "#client/api/errors.ts";
import { type Field as FieldRow, type FieldTable, namesOf } from "#shared/fields/field.ts";

/** Returns the current item, if an edit was refused because another user had changed it. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the server answers the kind of item that was sent
export function newerVersion<Item extends { id: string; revision: number }>(
  error: unknown,
  fields: FieldTable,
): Item | undefined {
  const current = currentOf(error);
  return isStored<Item>(current, fields) ? current : undefined;
}

/** True if the server sent a complete item, with an id, a revision and every field. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- see above
const isStored = <Item extends { id: string; revision: number }>(
  current: unknown,
  fields: FieldTable,
): current is Item =>
  typeof current === "object" &&
  current !== null &&
  "id" in current &&
  typeof current.id === "string" &&
  "revision" in current &&
  typeof current.revision === "number" &&
  namesOf(fields).every((name) => name in current);

/** Name of a form's field. */
export type FieldOf<Values> = keyof Values & string;

/** Values of a form. A missing text is empty, never `null`. */
export type FormValues<Input> = { [Field in keyof Input]-?: NonNullable<Input[Field]> };

/** True if a name is one of the form's fields. */
export const isFieldOf =
  <Values extends object>(values: Values) =>
  (name: string | undefined): name is FieldOf<Values> =>
    name !== undefined && Object.hasOwn(values, name);

/** Converts a stored item or form input to the form values of this table. */
export function toFormValues<Input extends object>(
  fields: Readonly<Record<keyof Input, FieldRow>>,
  input: { readonly [Name in keyof Input]?: unknown },
): FormValues<Input>;
export function toFormValues(fields: FieldTable, input: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { toFormValue }]) => [name, toFormValue(input[name])]),
  );
}
