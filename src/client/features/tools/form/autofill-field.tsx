import { Sparkles } from "lucide-react";

import { FormField } from "#client/features/forms/form-field.tsx";
import { Button } from "#client/ui/button.tsx";
import { Tooltip } from "#client/ui/feedback/tooltip.tsx";
import { TOOL_FORM } from "#shared/fields/tool-fields.ts";
import { isolated } from "#shared/texts/escaping.ts";
import type { AutofillField as FieldName } from "#shared/tools/autofill-fields.ts";

import type { ToolForm } from "./tool-form-values.ts";
import { type Autofill, useAutofill } from "./use-autofill.ts";

interface AutofillFieldProps {
  form: ToolForm;
  name: Exclude<FieldName, "logoUrl">;
  options: readonly string[] | undefined;
}

/** Field with its auto-fill button. */
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

interface AutofillButtonProps {
  autofill: Autofill;
  label: string;
}

/** Button at a field's label that requests a suggestion from the server. */
export function AutofillButton({ autofill, label }: AutofillButtonProps) {
  return (
    <Tooltip label={`Auto-fill ${label}`}>
      <Button
        variant="ghost"
        size="small"
        className="-my-1.5 -mr-2"
        icon={<Sparkles aria-hidden />}
        isPending={autofill.isPending}
        onClick={autofill.fill}
      >
        PPLX
      </Button>
    </Tooltip>
  );
}

/** Source of a suggestion, with a button that restores the previous text. */
export function AutofillSource({ autofill: { source, former, undo } }: { autofill: Autofill }) {
  if (source === null) return null;
  return (
    <span className="break-words">
      From {source}
      {former !== "" && `, replacing “${isolated(shorten(former))}”`}{" "}
      <button
        type="button"
        onClick={undo}
        className="ml-1 rounded-chip font-medium text-accent-ink underline underline-offset-2 hover:no-underline"
      >
        Undo
      </button>
    </span>
  );
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);
