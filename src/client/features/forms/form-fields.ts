/** The fields of a form by name. */
export type FieldOf<Values> = keyof Values & string;

/** The fields as they stand in a form: text that was not given is empty, never `null`. */
export type FormValues<Input> = { [Field in keyof Input]-?: NonNullable<Input[Field]> };

/** Whether a name is one of a form's fields. */
export const isFieldOf =
  <Values extends object>(values: Values) =>
  (name: string | undefined): name is FieldOf<Values> =>
    name !== undefined && Object.hasOwn(values, name);
