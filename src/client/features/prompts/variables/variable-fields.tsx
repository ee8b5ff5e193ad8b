import { RotateCcw } from "lucide-react";

import { Button } from "#client/ui/button.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextArea } from "#client/ui/form/text-area.tsx";
import type { PromptVariable } from "#shared/prompts/prompt-variables.ts";

import type { VariableValues } from "./variable-values.ts";

interface VariableFieldsProps {
  variables: readonly PromptVariable[];
  values: VariableValues;
  onChange: (values: VariableValues) => void;
}

/** Input for each variable of a prompt. */
export function VariableFields({ variables, values, onChange }: VariableFieldsProps) {
  if (variables.length === 0) {
    return (
      <p className="text-pretty text-ink-muted">
        This prompt has no variables. Edit it and add {"{{name}}"} wherever you want to fill in a value.
      </p>
    );
  }
  const hasValues = variables.some(({ name }) => values[name]);
  return (
    <div className="space-y-4">
      {variables.map(({ name, defaultValue }) => (
        <Field key={name} label={name}>
          <TextArea
            rows={2}
            value={values[name] ?? ""}
            placeholder={defaultValue ?? undefined}
            onChange={(event) => onChange({ ...values, [name]: event.target.value })}
          />
        </Field>
      ))}
      {hasValues && (
        <Button size="small" variant="ghost" icon={<RotateCcw aria-hidden />} onClick={() => onChange({})}>
          Clear All
        </Button>
      )}
    </div>
  );
}
