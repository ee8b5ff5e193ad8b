import type { ManagedUser } from "#shared/accounts/users.ts";

/** What an administrator does to an account. */
export type UserAction = "role" | "rename" | "access" | "disable" | "enable" | "delete";

export interface UserDialogProps {
  user: ManagedUser;
  onClose: () => void;
}
