import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx";

import { useEditUser } from "./use-users.ts";
import type { UserDialogProps } from "./user-actions.ts";

/** Confirms that somebody becomes an admin or stops being one. */
export function RoleDialog({ user, onClose }: UserDialogProps) {
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
