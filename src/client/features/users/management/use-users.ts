import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";

/** All registered users, read anew each time the list is opened. For admins. */
export const useUsers = () => trpc.users.list.useQuery({}, { refetchOnMount: "always" });

export function useChangeRole() {
  const toast = useToast();
  const { users, account } = trpc.useUtils();
  return trpc.users.changeRole.useMutation({
    onSuccess(user) {
      toast.success(
        "Role changed",
        `${user.username} is now ${user.role === "admin" ? "an admin" : "a regular user"}.`,
      );
      void users.list.invalidate();
      // It may have been the person's own role.
      void account.me.invalidate();
    },
    onError: (error) => toast.failure("Role not changed", messageOf(error, "Please try again.")),
  });
}

export function useCreateResetLink() {
  const toast = useToast();
  return trpc.users.createResetLink.useMutation({
    onError: (error) => toast.failure("Link not created", messageOf(error, "Please try again.")),
  });
}

export function useCreateInviteLink() {
  const toast = useToast();
  return trpc.users.createInviteLink.useMutation({
    onError: (error) => toast.failure("Link not created", messageOf(error, "Please try again.")),
  });
}
