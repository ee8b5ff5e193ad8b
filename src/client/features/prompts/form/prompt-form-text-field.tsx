import { useWatch } from "react-hook-form";

import { useMaxPromptLength } from "#client/features/prompts/use-prompts.ts";
import { Field } from "#client/ui/form/field.tsx";
import { TextArea } from "#client/ui/form/text-area.tsx";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { codePointLength } from "#shared/kernel/text-rules.ts";
import { parseVariables } from "#shared/prompts/prompt-variables.ts";

import { type PromptForm } from "./prompt-form-values.ts";

const row = PROMPT_FIELDS.prompt;

/** Text of the prompt, with its length and variables. */
export function PromptTextField({ form }: { form: PromptForm }) {
  const text = useWatch({ control: form.control, name: "prompt" });
  const maxLength = useMaxPromptLength();
  const names = parseVariables(text).map(({ name }) => name);
  return (
    <Field
      label={row.label}
      isRequired
      error={form.formState.errors.prompt?.message}
      hint={
        names.length === 0
          ? "Use {{name}} or {{name:default}} for text to fill in before each use."
          : `${names.length === 1 ? "Variable" : "Variables"}: ${names.join(", ")}`
      }
    >
      <TextArea
        {...form.register("prompt")}
        rows={row.rows}
        placeholder={row.placeholder}
        counter={{ length: codePointLength(text), max: maxLength }}
      />
    </Field>
  );
}
