import { formFieldsOf } from "#shared/fields/field.ts";
import { TOOL_FIELDS } from "#shared/fields/tool-fields.ts";

/** What the forms ask for: everything but the version text, which comes with imports. */
export const TOOL_FORM = formFieldsOf(TOOL_FIELDS);
