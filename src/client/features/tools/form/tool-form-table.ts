import { formFieldsOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";

/** Fields of the forms: all except the version text, which comes from imports. */
export const TOOL_FORM = formFieldsOf(TOOL_FIELDS);
