import { X } from "lucide-react";
import { useController } from "react-hook-form";

import { widthOf } from "#client/features/forms/form-field.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";

import { type PromptForm } from "./prompt-form-values.ts";

const row = PROMPT_FIELDS.promptAuthor;

/** Author of the prompt. May be empty. */
export function AuthorField({ form }: { form: PromptForm }) {
  const { field, fieldState } = useController({ control: form.control, name: "promptAuthor" });
  const author = field.value ?? "";

  function handleClear() {
    field.onChange("");
    form.setFocus("promptAuthor");
  }

  return (
    <Field label={row.label} error={fieldState.error?.message} className={widthOf(row)}>
      <div className="relative">
        <TextInput
          {...field}
          value={author}
          placeholder={row.placeholder}
          autoComplete="off"
          className="pr-10"
        />
        {author !== "" && (
          <button
            type="button"
            aria-label="Make anonymous"
            title="Make anonymous"
            onClick={handleClear}
            className="absolute inset-y-0 right-0 flex size-control items-center justify-center rounded-control text-ink-faint hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </button>
        )}
      </div>
    </Field>
  );
}
