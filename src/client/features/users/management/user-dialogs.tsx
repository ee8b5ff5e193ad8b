import type { ReactNode } from "react";

import { issuesOf, messageOf } from "#client/api/errors.ts";
import { useFields } from "#client/features/users/use-fields.ts";
import { Button } from "#client/ui/button.tsx";
import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";
import { Dialog } from "#client/ui/dialog/dialog.tsx";
import { Field } from "#client/ui/form/field.tsx";
import { TextInput } from "#client/ui/form/inputs.tsx";
import { isolate } from "#shared/texts/escaping.ts";

import { AccessDialog } from "./access-dialog.tsx";
import { useDeleteUser, useEditUser, type UserAction, type UserDialogProps } from "./use-users.ts";

const DIALOGS = {
  role: RoleDialog,
  rename: RenameDialog,
  access: AccessDialog,
  disable: (props) => <StateDialog {...props} disabled />,
  enable: (props) => <StateDialog {...props} disabled={false} />,
  delete: DeleteDialog,
} satisfies Record<UserAction, (props: UserDialogProps) => ReactNode>;

export function UserDialog({ action, ...props }: UserDialogProps & { action: UserAction }) {
  const ActionDialog = DIALOGS[action];
  return <ActionDialog {...props} />;
}

const DISABLE = {
  verb: "Disable",
  pendingLabel: "Disabling...",
  text: "They are signed out everywhere, and their API tokens, feed addresses and links are revoked at once. Their content stays under their name. You can enable the account again.",
};
const ENABLE = {
  verb: "Enable",
  pendingLabel: "Enabling...",
  text: "They can sign in with their password again. Revoked tokens and feeds stay revoked.",
};

function StateDialog({ user, onClose, disabled }: UserDialogProps & { disabled: boolean }) {
  const edit = useEditUser();
  const { verb, pendingLabel, text } = disabled ? DISABLE : ENABLE;
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => edit.mutate({ id: user.id, disabled }, { onSettled: onClose })}
      title={
        <>
          {verb} <bdi>{user.username}</bdi>?
        </>
      }
      text={text}
      confirmLabel={`${verb} Account`}
      pendingLabel={pendingLabel}
      isPending={edit.isPending}
      isDestructive={disabled}
    />
  );
}

function DeleteDialog({ user, onClose }: UserDialogProps) {
  const remove = useDeleteUser(user);
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate({ id: user.id }, { onSettled: onClose })}
      title={
        <>
          Delete the account of <bdi>{user.username}</bdi>?
        </>
      }
      text="Their names, email, password, sessions, tokens, feeds, stars and read flags are deleted. Their content stays under “Former member”. The username can't be used again. This action cannot be undone."
      confirmLabel="Delete Account"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
    />
  );
}

/** Dialog that confirms making a user an admin or a member. */
function RoleDialog({ user, onClose }: UserDialogProps) {
  const edit = useEditUser();
  const isAdmin = user.role === "admin";
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => edit.mutate({ id: user.id, role: isAdmin ? "user" : "admin" }, { onSettled: onClose })}
      title={
        isAdmin
          ? `Make ${isolate(user.username)} a regular user?`
          : `Make ${isolate(user.username)} an admin?`
      }
      text={
        isAdmin
          ? "They will no longer be able to manage users or start updates for all tools."
          : "Admins can manage users, create password and invite links, and start updates for all tools."
      }
      confirmLabel={isAdmin ? "Make Regular User" : "Make Admin"}
      pendingLabel="Changing..."
      isPending={edit.isPending}
      isDestructive={isAdmin}
    />
  );
}

const loadSchema = async () => (await import("#shared/accounts/users.ts")).newUsernameSchema;

/** Dialog that changes a username. */
function RenameDialog({ user, onClose }: UserDialogProps) {
  const edit = useEditUser();
  const fields = useFields({ username: user.username }, loadSchema);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={
        <>
          Change the username of <bdi>{user.username}</bdi>
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
            Change Username
          </Button>
        </>
      }
    >
      <Field label="Username" error={fields.errorOf("username")}>
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
