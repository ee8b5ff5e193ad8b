import { issuesOf } from "#client/api/errors.ts";
import { ProviderProblem } from "#client/features/users/sign-in/provider-sign-in.tsx";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { PasswordInput } from "#client/ui/form/inputs.tsx";
import type { ProviderLink } from "#shared/accounts/users.ts";

import { AccountPart } from "./account-part.tsx";
import { useLinkProvider, useUnlinkProvider } from "./use-account.ts";

const loadSchema = async () => (await import("#shared/accounts/users.ts")).newProviderLinkSchema;
const BLANK = { password: "" };

/** Section that links the user's account with the identity provider, or unlinks it. */
export function ProviderPart({ provider }: { provider: ProviderLink }) {
  return (
    <AccountPart title="Single sign-on" text={`Sign in with ${provider.name} instead of a password.`}>
      <div>
        <ProviderProblem provider={provider.name} />
        {provider.isLinked ? <Linked provider={provider} /> : <LinkForm name={provider.name} />}
      </div>
    </AccountPart>
  );
}

function Linked({ provider: { name, hasPassword } }: { provider: ProviderLink }) {
  const unlink = useUnlinkProvider();
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0">
        {hasPassword
          ? `Your account is linked with ${name}.`
          : `Your account is linked with ${name} and has no password. Ask an administrator for a link that sets one.`}
      </p>
      {hasPassword && (
        <Button isPending={unlink.isPending} onClick={() => unlink.mutate()}>
          Unlink
        </Button>
      )}
    </div>
  );
}

function LinkForm({ name }: { name: string }) {
  const fields = useFields(BLANK, loadSchema);
  const link = useLinkProvider();
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={fields.onSubmit((values, form) =>
        link.mutate(values, { onError: (error) => fields.showErrors(form, issuesOf(error)) }),
      )}
    >
      <div className="min-w-56 flex-1">
        <Field label="Your password" error={fields.errorOf("password")}>
          <PasswordInput {...fields.input("password")} required autoComplete="current-password" />
        </Field>
      </div>
      <Button type="submit" isPending={link.isPending} pendingLabel="Linking...">
        Link with {name}
      </Button>
    </form>
  );
}
