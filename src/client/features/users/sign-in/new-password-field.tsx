import type { ComponentProps } from "react";

import { Field } from "#client/ui/form/field.tsx";
import { PasswordInput } from "#client/ui/form/inputs.tsx";

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordInput> {
  label: string;
  error: string | undefined;
}

/** Field for choosing a password without a session. */
export function NewPasswordField({ label, error, ...input }: NewPasswordFieldProps) {
  return (
    <Field label={label} error={error}>
      <PasswordInput
        {...input}
        required
        placeholder="Create a password (min 6 characters)"
        autoComplete="new-password"
      />
    </Field>
  );
}
