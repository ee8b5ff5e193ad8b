import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";

import { NewPasswordField } from "./new-password-field.tsx";
import { useResetPassword } from "./use-auth.ts";
import { useEntryLink } from "./use-entry-link.ts";

const BLANK = { password: "" };
const loadSchema = async () =>
  (await import("#shared/accounts/users.ts")).passwordResetSchema.pick({ password: true });

interface ResetPasswordFormProps {
  token: string;
  username: string | null;
}

/** Form behind a reset link: a new password for the link's user. */
export function ResetPasswordForm({ token, username }: ResetPasswordFormProps) {
  const fields = useFields(BLANK, loadSchema);
  const resetPassword = useResetPassword();
  const { forgetLink } = useEntryLink();
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Set a new password</h1>
      <p className="mt-1 mb-6 text-ink-muted">
        For the account{" "}
        <strong className="font-medium break-words text-ink">
          <bdi>{username}</bdi>
        </strong>
        . This signs it out everywhere else.
      </p>
      <form
        noValidate
        className="space-y-4"
        onSubmit={fields.onSubmit(({ password }) => resetPassword.mutate({ token, password }))}
      >
        {/* Lets password managers store the new password under the right name. */}
        <input type="text" name="username" autoComplete="username" value={username ?? ""} readOnly hidden />
        <NewPasswordField
          label="New password"
          error={fields.errorOf("password")}
          {...fields.input("password")}
        />
        <Button
          type="submit"
          variant="primary"
          className="mt-2 w-full"
          isPending={resetPassword.isPending}
          pendingLabel="Setting Password..."
        >
          Set Password
        </Button>
        <Button variant="ghost" className="w-full" onClick={forgetLink}>
          Back to sign in
        </Button>
      </form>
    </>
  );
}
