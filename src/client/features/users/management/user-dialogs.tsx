import type { ReactNode } from "react";

import { ConfirmDialog } from "#client/ui/dialog/confirm-dialog.tsx";

import { AccessDialog } from "./access-dialog.tsx";
import { RenameDialog } from "./rename-dialog.tsx";
import { useDeleteUser, useEditUser } from "./use-users.ts";
import type { UserAction, UserDialogProps } from "./user-actions.ts";

const DIALOGS = {
  role: RoleDialog,
  rename: RenameDialog,
  access: AccessDialog,
  disable: DisableDialog,
  enable: EnableDialog,
  delete: DeleteDialog,
} satisfies Record<UserAction, (props: UserDialogProps) => ReactNode>;

/** Dialog for an action. */
export function UserDialog({ action, ...props }: UserDialogProps & { action: UserAction }) {
  const Shown = DIALOGS[action];
  return <Shown {...props} />;
}

function DisableDialog({ user, onClose }: UserDialogProps) {
  const edit = useEditUser();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => edit.mutate({ id: user.id, disabled: true }, { onSettled: onClose })}
      title={
        <>
          Disable <bdi>{user.username}</bdi>?
        </>
      }
      text="They are signed out everywhere, and their API tokens, feed addresses and links are revoked at once. What they wrote stays under their name. You can enable the account again."
      confirmLabel="Disable Account"
      pendingLabel="Disabling..."
      isPending={edit.isPending}
    />
  );
}

function EnableDialog({ user, onClose }: UserDialogProps) {
  const edit = useEditUser();
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => edit.mutate({ id: user.id, disabled: false }, { onSettled: onClose })}
      title={
        <>
          Enable <bdi>{user.username}</bdi>?
        </>
      }
      text="They can sign in with their password again. Revoked tokens and feeds stay revoked."
      confirmLabel="Enable Account"
      pendingLabel="Enabling..."
      isPending={edit.isPending}
      isDestructive={false}
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
      text="Their names, email, password, sessions, tokens, feeds, stars and read marks are deleted. What they wrote stays, by “Former member”. The user name can't be used again. This action cannot be undone."
      confirmLabel="Delete Account"
      pendingLabel="Deleting..."
      isPending={remove.isPending}
    />
  );
}

/** Dialog that confirms making a user an admin, or removing that role. */
function RoleDialog({ user, onClose }: UserDialogProps) {
  const edit = useEditUser();
  const isAdmin = user.role === "admin";
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => edit.mutate({ id: user.id, role: isAdmin ? "user" : "admin" }, { onSettled: onClose })}
      title={isAdmin ? `Make ${user.username} a regular user?` : `Make ${user.username} an admin?`}
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
