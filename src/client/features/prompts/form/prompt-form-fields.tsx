import type { ReactNode } from "react";

import { firstMessage } from "#client/features/forms/first-message.ts";
import { useFirstInvalidFocus } from "#client/features/forms/use-first-invalid-focus.ts";
import { OptionSelect } from "#client/features/options/option-select.tsx";
import { usePromptOptions } from "#client/features/options/use-prompt-options.ts";
import { UploadField } from "#client/features/uploads/upload-field.tsx";
import { Field } from "#client/ui/field.tsx";
import { TextArea } from "#client/ui/text-area.tsx";
import { TextInput } from "#client/ui/text-input.tsx";

import { AuthorField } from "./prompt-form-author-field.tsx";
import { TagsControl } from "./prompt-form-tags-control.tsx";
import { PromptTextField } from "./prompt-form-text-field.tsx";
import { PROMPT_FIELD_LABELS, type PromptForm } from "./prompt-form-values.ts";

interface PromptFormFieldsProps {
  form: PromptForm;
  /** What is told when an example image has been stored. */
  uploadedMessage: string;
  onUploading: (isUploading: boolean) => void;
  /** What is to be said about the text, below it. */
  remark?: ReactNode;
}

/** The fields of a prompt, in two columns where there is room. */
export function PromptFormFields({ form, uploadedMessage, onUploading, remark }: PromptFormFieldsProps) {
  const { register, formState } = form;
  const { errors, submitCount } = formState;
  const options = usePromptOptions();
  const fields = useFirstInvalidFocus(submitCount);
  const isWide = "md:col-span-2";
  return (
    <div ref={fields} className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <Field label={PROMPT_FIELD_LABELS.name} isRequired error={errors.name?.message} className={isWide}>
        <TextInput {...register("name")} placeholder="Give it a name" autoComplete="off" />
      </Field>
      <div className={isWide}>
        <PromptTextField form={form} />
        {remark}
      </div>
      <Field label={PROMPT_FIELD_LABELS.purpose} error={errors.purpose?.message} className={isWide}>
        <TextArea {...register("purpose")} rows={2} placeholder="What it's good for" />
      </Field>
      <AuthorField form={form} className={isWide} />
      <Field label={PROMPT_FIELD_LABELS.modality} error={errors.modality?.message}>
        <OptionSelect
          form={form}
          name="modality"
          options={options.modalities}
          placeholder="Choose a modality"
        />
      </Field>
      <Field label={PROMPT_FIELD_LABELS.industry} error={errors.industry?.message}>
        <OptionSelect
          form={form}
          name="industry"
          options={options.industries}
          placeholder="Choose an industry"
        />
      </Field>
      <UploadField
        form={form}
        name="exampleImageUrl"
        label={PROMPT_FIELD_LABELS.exampleImageUrl}
        uploaded={{ title: uploadedMessage }}
        onUploading={onUploading}
        className={isWide}
      />
      <Field label={PROMPT_FIELD_LABELS.tags} error={firstMessage(errors.tags)} className={isWide}>
        <TagsControl form={form} />
      </Field>
      <Field label={PROMPT_FIELD_LABELS.notes} error={errors.notes?.message} className={isWide}>
        <TextArea {...register("notes")} rows={3} placeholder="Anything else your team should know" />
      </Field>
    </div>
  );
}
