import {
  type ToolFormField,
  type ToolFormValues,
  TOOL_FIELD_LABELS,
  isToolFormField,
} from "./tool-form-values.ts";

/** Every field in the order of the form. */
const FIELDS: ToolFormField[] = Object.keys(TOOL_FIELD_LABELS).filter(isToolFormField);

export const isSameIn = (field: ToolFormField, a: ToolFormValues, b: ToolFormValues): boolean =>
  JSON.stringify(a[field]) === JSON.stringify(b[field]);

/** The fields in which two states of the form differ. */
export const changedFields = (a: ToolFormValues, b: ToolFormValues): ToolFormField[] =>
  FIELDS.filter((field) => !isSameIn(field, a, b));

/** The first values, with those of the named fields taken from the second. */
export function takeFields(
  values: ToolFormValues,
  from: ToolFormValues,
  fields: readonly ToolFormField[],
): ToolFormValues {
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}
