import { useState } from "react";

import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { PasswordInput, TextInput } from "#client/ui/form/inputs.tsx";
import { lazyComponent } from "#client/ui/lazy-component.tsx";

import { useSignIn } from "./use-auth.ts";
import type { EntryLink } from "./use-entry-link.ts";

const loadSchema = async () => (await import("#shared/accounts/users.ts")).loginSchema;
const ForgotPassword = lazyComponent(
  () => import("./forgot-password.tsx"),
  "ForgotPassword",
  () => null,
);
const BLANK = { username: "", password: "" };

/** Form for username and password. A set-up link in the URL is submitted too. */
export function SignInForm({ link, canResetByMail }: { link: EntryLink | null; canResetByMail: boolean }) {
  const [isForgotten, setForgotten] = useState(false);
  const fields = useFields(BLANK, loadSchema);
  const signIn = useSignIn();
  const setup = link?.kind === "setup" ? link.token : undefined;
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={fields.onSubmit((values) => signIn.mutate({ ...values, setup }))}
    >
      <Field label="Username" error={fields.errorOf("username")}>
        <TextInput
          {...fields.input("username")}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field label="Password" error={fields.errorOf("password")}>
        <PasswordInput {...fields.input("password")} required autoComplete="current-password" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="mt-2 w-full"
        isPending={signIn.isPending}
        pendingLabel="Signing In..."
      >
        Sign In
      </Button>
      {canResetByMail && (
        <Button variant="ghost" className="w-full" onClick={() => setForgotten(true)}>
          Forgot password?
        </Button>
      )}
      {isForgotten && <ForgotPassword onClose={() => setForgotten(false)} />}
    </form>
  );
}
