import { useState } from "react";

import { issuesOf } from "#client/api/errors.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Field } from "#client/ui/form/field.tsx";
import { PasswordInput } from "#client/ui/form/inputs.tsx";
import { MIN_PASSWORD_LENGTH } from "#shared/accounts/user-rules.ts";

import { useChangePassword, useOwnAccess } from "./use-account.ts";

const loadSchema = async () => (await import("#shared/accounts/users.ts")).passwordChangeSchema;
const BLANK = { currentPassword: "", newPassword: "" };

/** Form that sets a new password after checking the current one. */
export function PasswordForm({ username }: { username: string }) {
  const fields = useFields(BLANK, loadSchema);
  const access = useOwnAccess();
  const [alsoRevoke, setAlsoRevoke] = useState(true);
  const change = useChangePassword();
  useUnsaved(fields.isDirty);
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={fields.onSubmit((values, form) =>
        change.mutate(
          { ...values, alsoRevoke: alsoRevoke && access.length > 0 },
          {
            onSuccess: fields.reset,
            onError: (error) => fields.showErrors(form, issuesOf(error)),
          },
        ),
      )}
    >
      {/* Hidden username, so that password managers store the new password for the right account. */}
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
      {access.length > 0 && (
        <div className="text-sm sm:col-span-2">
          <label className="flex min-h-control w-fit cursor-pointer items-center gap-2.5 font-medium md:min-h-control-small">
            <input
              type="checkbox"
              checked={alsoRevoke}
              onChange={(event) => setAlsoRevoke(event.target.checked)}
              className="size-4 accent-accent"
            />
            <span>Also revoke</span>
          </label>
          <ul aria-label="Tokens and feeds" className="ms-6.5 list-disc space-y-0.5 ps-4 text-ink-muted">
            {access.map(({ id, kind, name }) => (
              <li key={id} className="wrap-anywhere">
                <span>{kind}</span> <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
          <p className="ms-6.5 mt-1 text-xs text-ink-faint">
            Leave this ticked if someone else may know your password; they could have created some of these.
          </p>
        </div>
      )}
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" isPending={change.isPending} pendingLabel="Changing...">
          Change Password
        </Button>
      </div>
    </form>
  );
}
