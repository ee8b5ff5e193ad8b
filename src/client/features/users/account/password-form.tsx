import { issuesOf } from "#client/api/errors.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { Field } from "#client/ui/field.tsx";
import { PasswordInput } from "#client/ui/password-input.tsx";
import { useUnsaved } from "#client/ui/unsaved.ts";
import { MIN_PASSWORD_LENGTH } from "#shared/user-rules.ts";

import { useChangePassword } from "./use-account.ts";

const loadSchema = async () => (await import("#shared/users.ts")).passwordChangeSchema;
const BLANK = { currentPassword: "", newPassword: "" };

/** Sets a new password against the present one. */
export function PasswordForm({ username }: { username: string }) {
  const fields = useFields(BLANK, loadSchema);
  const change = useChangePassword();
  useUnsaved(fields.isDirty);
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={fields.onSubmit((values, form) =>
        change.mutate(values, {
          onSuccess: fields.reset,
          onError: (error) => fields.showErrors(form, issuesOf(error)),
        }),
      )}
    >
      {/* Lets password managers store the new password under the right name. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label="Current password" error={fields.errorOf("currentPassword")}>
        <PasswordInput {...fields.input("currentPassword")} required autoComplete="current-password" />
      </Field>
      <Field
        label="New password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        error={fields.errorOf("newPassword")}
      >
        <PasswordInput {...fields.input("newPassword")} required autoComplete="new-password" />
      </Field>
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" isPending={change.isPending} pendingLabel="Changing...">
          Change Password
        </Button>
      </div>
    </form>
  );
}
