import type { ReactNode } from "react";

import { AddressField } from "#client/features/forms/address-field.tsx";
import { useFirstInvalidFocus } from "#client/features/forms/use-first-invalid-focus.ts";
import { OptionSelect } from "#client/features/options/option-select.tsx";
import { useToolOptions } from "#client/features/options/use-tool-options.ts";
import { Field } from "#client/ui/field.tsx";
import { TextArea } from "#client/ui/text-area.tsx";
import { TextInput } from "#client/ui/text-input.tsx";

import { AutofillField } from "./tool-form-autofill-field.tsx";
import { LogoField } from "./tool-form-logo-field.tsx";
import { TagsControl } from "./tool-form-tags-control.tsx";
import { TOOL_FIELD_LABELS, type ToolForm } from "./tool-form-values.ts";

interface ToolFormFieldsProps {
  form: ToolForm;
  /** Offers to fill fields by themselves. */
  hasAutofill?: boolean;
  onUploading: (isUploading: boolean) => void;
  /** The release notes, which each dialog keeps in its own way. */
  releaseNotes: ReactNode;
}

/** The fields of a tool, in two columns where there is room. */
export function ToolFormFields({
  form,
  hasAutofill = false,
  onUploading,
  releaseNotes,
}: ToolFormFieldsProps) {
  const { register, formState } = form;
  const { errors, submitCount } = formState;
  const options = useToolOptions();
  const fields = useFirstInvalidFocus(submitCount);
  return (
    <div ref={fields} className="grid grid-cols-1 gap-5 md:grid-cols-2">
      <Field label={TOOL_FIELD_LABELS.name} isRequired error={errors.name?.message}>
        <TextInput {...register("name")} placeholder="Give it a name" autoComplete="off" />
      </Field>
      <AutofillField form={form} field="company" hasAutofill={hasAutofill}>
        <TextInput {...register("company")} placeholder="Who makes it" autoComplete="off" />
      </AutofillField>
      <AutofillField form={form} field="url" hasAutofill={hasAutofill} className="md:col-span-2">
        <AddressField form={form} name="url" placeholder="https://example.com" />
      </AutofillField>
      <AutofillField form={form} field="modality" hasAutofill={hasAutofill}>
        <OptionSelect
          form={form}
          name="modality"
          options={options.modalities}
          placeholder="Choose a modality"
        />
      </AutofillField>
      <AutofillField form={form} field="industry" hasAutofill={hasAutofill}>
        <OptionSelect
          form={form}
          name="industry"
          options={options.industries}
          placeholder="Choose an industry"
        />
      </AutofillField>
      <LogoField form={form} hasAutofill={hasAutofill} onUploading={onUploading} className="md:col-span-2" />
      <Field label={TOOL_FIELD_LABELS.use} error={errors.use?.message} className="md:col-span-2">
        <TextArea {...register("use")} rows={2} placeholder="What people use it for" />
      </Field>
      <AutofillField form={form} field="capabilities" hasAutofill={hasAutofill} className="md:col-span-2">
        <TextArea {...register("capabilities")} rows={3} placeholder="What it can do" />
      </AutofillField>
      <AutofillField form={form} field="tags" hasAutofill={hasAutofill} className="md:col-span-2">
        <TagsControl form={form} />
      </AutofillField>
      <div className="md:col-span-2">{releaseNotes}</div>
      <Field label={TOOL_FIELD_LABELS.notes} error={errors.notes?.message} className="md:col-span-2">
        <TextArea {...register("notes")} rows={4} placeholder="Anything else your team should know" />
      </Field>
    </div>
  );
}
