import type { ComponentProps } from "react";

import {
  type EntryLink,
  useResetPassword,
  useSignUp,
  useEntryLink,
} from "#client/features/users/use-auth.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { PasswordInput, TextInput } from "#client/ui/form/inputs.tsx";

interface NewPasswordFieldProps extends ComponentProps<typeof PasswordInput> {
  label: string;
  error: string | undefined;
}

/** Field for a new password, for people who aren't signed in. */
function NewPasswordField({ label, error, ...input }: NewPasswordFieldProps) {
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

const NO_PASSWORD = { password: "" };
const loadResetSchema = async () =>
  (await import("#shared/accounts/users.ts")).passwordResetSchema.pick({ password: true });

interface ResetPasswordFormProps {
  token: string;
  username: string | null;
}

/** Form that a reset link opens: a new password for the link's user. */
export function ResetPasswordForm({ token, username }: ResetPasswordFormProps) {
  const fields = useFields(NO_PASSWORD, loadResetSchema);
  const resetPassword = useResetPassword();
  const { removeLink } = useEntryLink();
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
        {/* Hidden username, so that password managers store the new password for the right account. */}
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
        <Button variant="ghost" className="w-full" onClick={removeLink}>
          Back to Sign In
        </Button>
      </form>
    </>
  );
}

const loadSignUpSchema = async () => (await import("#shared/accounts/users.ts")).registrationSchema;
const NO_ACCOUNT = { username: "", password: "", email: "", firstName: "", lastName: "" };

/** Form for a new account. It also submits a setup or invite link in the URL. */
export function SignUpForm({ link }: { link: EntryLink | null }) {
  const fields = useFields(NO_ACCOUNT, loadSignUpSchema);
  const signUp = useSignUp();
  const token = link ? { [link.kind]: link.token } : {};
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={fields.onSubmit((values) => signUp.mutate({ ...values, ...token }))}
    >
      <Field label="Username" error={fields.errorOf("username")}>
        <TextInput
          {...fields.input("username")}
          required
          placeholder="Choose a username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <NewPasswordField label="Password" error={fields.errorOf("password")} {...fields.input("password")} />
      <Field label="Email (optional)" error={fields.errorOf("email")}>
        <TextInput {...fields.input("email")} type="email" autoComplete="email" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First Name" error={fields.errorOf("firstName")}>
          <TextInput {...fields.input("firstName")} autoComplete="given-name" />
        </Field>
        <Field label="Last Name" error={fields.errorOf("lastName")}>
          <TextInput {...fields.input("lastName")} autoComplete="family-name" />
        </Field>
      </div>
      <Button
        type="submit"
        variant="primary"
        className="mt-2 w-full"
        isPending={signUp.isPending}
        pendingLabel="Creating Account..."
      >
        Create Account
      </Button>
    </form>
  );
}
