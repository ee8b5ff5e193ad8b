import { type FieldPath, type FieldValues, useController, type UseFormReturn } from "react-hook-form";

import { AddressInput } from "#client/ui/address-input.tsx";

interface AddressFieldProps<Input extends FieldValues, Fields> {
  form: UseFormReturn<Input, unknown, Fields>;
  name: FieldPath<Input>;
  placeholder: string;
}

/** A form's control for a web address. */
export function AddressField<Input extends FieldValues, Fields>({
  form,
  name,
  placeholder,
}: AddressFieldProps<Input, Fields>) {
  const { field } = useController({ control: form.control, name });
  const value: unknown = field.value;
  return <AddressInput {...field} value={typeof value === "string" ? value : ""} placeholder={placeholder} />;
}
