import { X } from "lucide-react";
import { type ReactNode, Fragment } from "react";
import { type UseFormReturn, useWatch, useController } from "react-hook-form";
import type { z } from "zod";

import {
  type FormValues,
  useFirstInvalidFocus,
  isFieldOf,
  toFormValues,
} from "#client/features/forms/checked-form.ts";
import { FormField, fieldWidthClass } from "#client/features/forms/form-field.tsx";
import { usePromptOptions } from "#client/features/options/use-custom-options.ts";
import { useMaxPromptLength } from "#client/features/prompts/use-prompts.ts";
import { UploadField } from "#client/features/uploads/upload-field.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { TextArea } from "#client/ui/form/text-inputs.tsx";
import { type OwnControlOf, namesOf, pickProperty } from "#shared/fields/field.ts";
import { PROMPT_FIELDS } from "#shared/fields/prompt-fields.ts";
import { codePointLength } from "#shared/kernel/text-rules.ts";
import { parseVariables } from "#shared/prompts/prompt-variables.ts";
import type { promptFieldsSchema } from "#shared/prompts/prompts.ts";

type PromptFormInput = z.input<typeof promptFieldsSchema>;
export type PromptFormField = keyof PromptFormInput;
export type PromptForm = UseFormReturn<PromptFormInput, unknown, z.output<typeof promptFieldsSchema>>;
type PromptFormValues = FormValues<PromptFormInput>;

export const PROMPT_FORM_FIELDS = namesOf(PROMPT_FIELDS);

/** Converts a prompt or form input to form values. */
export const formValuesOf = (prompt: PromptFormInput): PromptFormValues =>
  toFormValues<PromptFormInput>(PROMPT_FIELDS, prompt);
export const EMPTY_PROMPT_FORM = formValuesOf(pickProperty(PROMPT_FIELDS, "emptyValue"));

export const isPromptFormField = isFieldOf(EMPTY_PROMPT_FORM);

/** Returns a function that loads the form's schema with a maximum prompt length, separately from the form. */
export const promptSchemaLoader = (maxLength: number) => async () =>
  (await import("#shared/prompts/prompts.ts")).promptFieldsWithin(maxLength);

const TEXT = PROMPT_FIELDS.prompt;

/** Text of the prompt, with its length and variables. */
function PromptTextField({ form }: { form: PromptForm }) {
  const text = useWatch({ control: form.control, name: "prompt" });
  const maxLength = useMaxPromptLength();
  const names = parseVariables(text).map(({ name }) => name);
  return (
    <Field
      label={TEXT.label}
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
        rows={TEXT.rows}
        placeholder={TEXT.placeholder}
        counter={{ length: codePointLength(text), max: maxLength }}
      />
    </Field>
  );
}

interface PromptFormFieldsProps {
  form: PromptForm;
  /** Toast after an example image was uploaded. */
  uploadedMessage: string;
  onUploading: (isUploading: boolean) => void;
  /** Note below the prompt's text. */
  remark?: ReactNode;
}

/** Fields of a prompt, in two columns on wide screens. */
export function PromptFormFields({ form, uploadedMessage, onUploading, remark }: PromptFormFieldsProps) {
  const grid = useFirstInvalidFocus(form.formState.submitCount);
  const { modalities, industries } = usePromptOptions();
  const options: Partial<Record<string, readonly string[]>> = { modality: modalities, industry: industries };
  const { prompt, exampleImageUrl } = PROMPT_FIELDS;
  const ownControls: Record<OwnControlOf<typeof PROMPT_FIELDS>, ReactNode> = {
    prompt: (
      <div className={fieldWidthClass(prompt)}>
        <PromptTextField form={form} />
        {remark}
      </div>
    ),
    promptAuthor: <AuthorField form={form} />,
    exampleImageUrl: (
      <UploadField
        form={form}
        name="exampleImageUrl"
        label={exampleImageUrl.label}
        uploaded={{ title: uploadedMessage }}
        onUploading={onUploading}
        className={fieldWidthClass(exampleImageUrl)}
      />
    ),
  };
  const hasOwnControl = isFieldOf(ownControls);
  return (
    <div ref={grid} className="grid grid-cols-1 gap-5 md:grid-cols-2">
      {PROMPT_FORM_FIELDS.map((name) =>
        hasOwnControl(name) ? (
          <Fragment key={name}>{ownControls[name]}</Fragment>
        ) : (
          <FormField key={name} form={form} name={name} row={PROMPT_FIELDS[name]} options={options[name]} />
        ),
      )}
    </div>
  );
}

const AUTHOR = PROMPT_FIELDS.promptAuthor;

/** Field for the author of the prompt. May be empty. */
function AuthorField({ form }: { form: PromptForm }) {
  const { field, fieldState } = useController({ control: form.control, name: "promptAuthor" });
  const author = field.value ?? "";

  function handleClear() {
    field.onChange("");
    form.setFocus("promptAuthor");
  }

  return (
    <Field label={AUTHOR.label} error={fieldState.error?.message} className={fieldWidthClass(AUTHOR)}>
      <div className="relative">
        <TextInput
          {...field}
          value={author}
          placeholder={AUTHOR.placeholder}
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
