import { type FieldPath, type FieldValues, get, useController, type UseFormReturn } from "react-hook-form";

import { Select } from "#client/ui/form/select.tsx";

import { formChoices } from "./option-choices.ts";

interface OptionSelectProps<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  name: FieldPath<Input>;
  /** Options in this browser. */
  options: readonly string[];
  placeholder: string;
}

const formatOption = (value: unknown) => (typeof value === "string" ? value : "");

/** Select in a form with this browser's options, and the stored value even if it isn't one of them. */
export function OptionSelect<Input extends FieldValues, Fields>(props: OptionSelectProps<Input, Fields>) {
  const { form, name, options, placeholder } = props;
  const { field, formState } = useController({ control: form.control, name });
  const value = formatOption(field.value);
  const stored = formatOption(get(formState.defaultValues, name));
  return (
    <Select
      {...field}
      value={value}
      placeholder={placeholder}
      options={formChoices(options, [stored, value])}
    />
  );
}
