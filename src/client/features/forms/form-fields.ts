import type { Field as FieldRow, FieldTable } from "#shared/fields/field.ts";

/** The fields of a form by name. */
export type FieldOf<Values> = keyof Values & string;

/** The fields as they stand in a form: text that was not given is empty, never `null`. */
export type FormValues<Input> = { [Field in keyof Input]-?: NonNullable<Input[Field]> };

/** Whether a name is one of a form's fields. */
export const isFieldOf =
  <Values extends object>(values: Values) =>
  (name: string | undefined): name is FieldOf<Values> =>
    name !== undefined && Object.hasOwn(values, name);

/** A stored thing, or what a form holds, as the form of this table shows it. */
export function toFormValues<Input extends object>(
  fields: Readonly<Record<keyof Input, FieldRow>>,
  input: { readonly [Name in keyof Input]?: unknown },
): FormValues<Input>;
export function toFormValues(fields: FieldTable, input: Record<string, unknown>) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { toFormValue }]) => [name, toFormValue(input[name])]),
  );
}
