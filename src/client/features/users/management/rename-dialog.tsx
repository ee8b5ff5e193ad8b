import { issuesOf, messageOf } from "#client/api/errors.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";

import { useEditUser } from "./use-users.ts";
import type { UserDialogProps } from "./user-actions.ts";

const loadSchema = async () => (await import("#shared/accounts/users.ts")).newUsernameSchema;

/** Dialog that changes a user name. */
export function RenameDialog({ user, onClose }: UserDialogProps) {
  const edit = useEditUser();
  const fields = useFields({ username: user.username }, loadSchema);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        <>
          Change the user name of <bdi>{user.username}</bdi>
        </>
      }
      description="They sign in with the new name. Nobody else can take the former one."
      size="small"
      isDirty={fields.isDirty}
      onSubmit={fields.onSubmit(({ username }, form) => {
        if (username === user.username) return onClose();
        edit.mutate(
          { id: user.id, username },
          {
            onSuccess: onClose,
            onError(error) {
              const issues = issuesOf(error);
              const message = messageOf(error, "Please try again.");
              fields.showErrors(form, issues.length > 0 ? issues : [{ path: "username", message }]);
            },
          },
        );
      })}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" isPending={edit.isPending} pendingLabel="Changing...">
            Change User Name
          </Button>
        </>
      }
    >
      <Field label="User name" error={fields.errorOf("username")}>
        <TextInput
          {...fields.input("username")}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
    </Dialog>
  );
}
