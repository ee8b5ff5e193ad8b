import { FormField } from "#client/features/forms/form-field.tsx";
import type { AutofillField as FieldName } from "#shared/tools.ts";

import { AutofillButton, AutofillSource } from "./autofill-button.tsx";
import { TOOL_FORM, type ToolForm } from "./tool-form-values.ts";
import { useAutofill } from "./use-autofill.ts";

interface AutofillFieldProps {
  form: ToolForm;
  name: Exclude<FieldName, "logoUrl">;
  options: readonly string[] | undefined;
}

/** A field with its auto-fill button. */
export function AutofillField({ form, name, options }: AutofillFieldProps) {
  const autofill = useAutofill(form, name);
  const row = TOOL_FORM[name];
  return (
    <FormField
      form={form}
      name={name}
      row={row}
      options={options}
      action={<AutofillButton autofill={autofill} label={row.label} />}
      hint={autofill.source === null ? undefined : <AutofillSource autofill={autofill} />}
    />
  );
}
