import type { ReactNode } from "react";

import { firstMessage } from "#client/features/forms/first-message.ts";
import { Field } from "#client/ui/field.tsx";
import type { AutofillField as FieldName } from "#shared/tools.ts";

import { AutofillButton, AutofillSource } from "./autofill-button.tsx";
import { TOOL_FIELD_LABELS, type ToolForm } from "./tool-form-values.ts";
import { useAutofill } from "./use-autofill.ts";

interface AutofillFieldProps {
  form: ToolForm;
  field: FieldName;
  hasAutofill: boolean;
  className?: string;
  /** The control. */
  children: ReactNode;
}

/** A field with its auto-fill button, where the form offers that. */
export function AutofillField({ form, field, hasAutofill, className, children }: AutofillFieldProps) {
  const autofill = useAutofill(form, field);
  const label = TOOL_FIELD_LABELS[field];
  return (
    <Field
      label={label}
      error={firstMessage(form.formState.errors[field])}
      action={hasAutofill && <AutofillButton autofill={autofill} label={label} />}
      hint={autofill.source === null ? undefined : <AutofillSource autofill={autofill} />}
      className={className}
    >
      {children}
    </Field>
  );
}
