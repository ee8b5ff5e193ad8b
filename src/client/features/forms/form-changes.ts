import type { FieldOf } from "./form-fields.ts";

export const isSameIn = <Values>(field: FieldOf<Values>, a: Values, b: Values): boolean =>
  JSON.stringify(a[field]) === JSON.stringify(b[field]);

/** The first values, with those of the named fields taken from the second. */
export function takeFields<Values>(values: Values, from: Values, fields: readonly FieldOf<Values>[]): Values {
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}
