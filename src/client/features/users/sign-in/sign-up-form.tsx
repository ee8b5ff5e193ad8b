import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";

import { NewPasswordField } from "./new-password-field.tsx";
import { useSignUp } from "./use-auth.ts";
import type { EntryLink } from "./use-entry-link.ts";

const loadSchema = async () => (await import("#shared/accounts/users.ts")).registrationSchema;
const BLANK = { username: "", password: "", email: "", firstName: "", lastName: "" };

/** Form for a new account. The set-up or invite link in the URL is submitted too. */
export function SignUpForm({ link }: { link: EntryLink | null }) {
  const fields = useFields(BLANK, loadSchema);
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
