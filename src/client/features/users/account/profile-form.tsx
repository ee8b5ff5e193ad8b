import { issuesOf } from "#client/api/errors.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { useUnsaved } from "#client/ui/dialog/unsaved.ts";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import type { User } from "#shared/accounts/users.ts";

import { useEditProfile } from "./use-account.ts";

const loadSchema = async () => (await import("#shared/accounts/users.ts")).profileEditSchema;
const toProfile = ({ displayName, firstName, lastName, email }: User) => ({
  displayName: displayName ?? "",
  firstName: firstName ?? "",
  lastName: lastName ?? "",
  email: email ?? "",
});

/** Form for the user's names and e-mail address. */
export function ProfileForm({ user }: { user: User }) {
  const fields = useFields(toProfile(user), loadSchema);
  const edit = useEditProfile();
  useUnsaved(fields.isDirty);
  return (
    <form
      noValidate
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={fields.onSubmit((values, form) =>
        edit.mutate(values, {
          onSuccess: (saved) => fields.show(toProfile(saved)),
          onError: (error) => fields.showErrors(form, issuesOf(error)),
        }),
      )}
    >
      <Field label="First Name" error={fields.errorOf("firstName")}>
        <TextInput {...fields.input("firstName")} autoComplete="given-name" />
      </Field>
      <Field label="Last Name" error={fields.errorOf("lastName")}>
        <TextInput {...fields.input("lastName")} autoComplete="family-name" />
      </Field>
      <Field label="Display Name" error={fields.errorOf("displayName")}>
        <TextInput {...fields.input("displayName")} autoComplete="nickname" />
      </Field>
      <Field label="Email" error={fields.errorOf("email")}>
        <TextInput {...fields.input("email")} type="email" autoComplete="email" />
      </Field>
      <div className="flex justify-end sm:col-span-2">
        <Button type="submit" variant="primary" isPending={edit.isPending} pendingLabel="Saving...">
          Save Profile
        </Button>
      </div>
    </form>
  );
}
