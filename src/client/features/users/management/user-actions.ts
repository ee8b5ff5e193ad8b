import type { ManagedUser } from "#shared/accounts/users.ts";

/** Admin action on an account. */
export type UserAction = "role" | "rename" | "access" | "disable" | "enable" | "delete";

export interface UserDialogProps {
  user: ManagedUser;
  onClose: () => void;
}
