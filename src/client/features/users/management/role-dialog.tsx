import { ConfirmDialog } from "#client/ui/confirm-dialog.tsx";
import type { User } from "#shared/users.ts";

import { useChangeRole } from "./use-users.ts";

interface RoleDialogProps {
  /** Whose role is to change; null while nobody's is. */
  user: User | null;
  onClose: () => void;
}

/** Confirms that somebody becomes an admin or stops being one. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const changeRole = useChangeRole();
  const isAdmin = user?.role === "admin";

  function handleConfirm() {
    if (user) changeRole.mutate({ id: user.id, role: isAdmin ? "user" : "admin" }, { onSettled: onClose });
  }

  return (
    <ConfirmDialog
      isOpen={user !== null}
      onClose={onClose}
      onConfirm={handleConfirm}
      title={isAdmin ? `Make ${user?.username} a regular user?` : `Make ${user?.username} an admin?`}
      text={
        isAdmin
          ? "They will no longer be able to manage users or start updates for all tools."
          : "Admins can manage users, create password and invite links, and start updates for all tools."
      }
      confirmLabel={isAdmin ? "Make Regular User" : "Make Admin"}
      pendingLabel="Changing..."
      isPending={changeRole.isPending}
      isDestructive={isAdmin}
    />
  );
}
