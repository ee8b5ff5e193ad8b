import { X } from "lucide-react";
import { useController } from "react-hook-form";

import { Field } from "#client/ui/field.tsx";
import { TextInput } from "#client/ui/text-input.tsx";

import { PROMPT_FIELD_LABELS, type PromptForm } from "./prompt-form-values.ts";

interface AuthorFieldProps {
  form: PromptForm;
  className?: string;
}

/** Who wrote the prompt; nobody in particular once it is cleared. */
export function AuthorField({ form, className }: AuthorFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: "promptAuthor" });
  const author = field.value ?? "";

  function handleClear() {
    field.onChange("");
    form.setFocus("promptAuthor");
  }

  return (
    <Field label={PROMPT_FIELD_LABELS.promptAuthor} error={fieldState.error?.message} className={className}>
      <div className="relative">
        <TextInput {...field} value={author} placeholder="Anonymous" autoComplete="off" className="pr-10" />
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
