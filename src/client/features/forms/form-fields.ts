import type { Field as FieldRow, FieldTable } from "#shared/fields/field.ts";

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
