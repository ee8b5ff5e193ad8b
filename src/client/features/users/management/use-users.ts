import { issuesOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useChange } from "#client/features/library/use-change.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { ManagedUser, UserEdit } from "#shared/accounts/users.ts";
import { isolate } from "#shared/texts/escaping.ts";

/** Returns all registered users, for admins. Refetches each time the list opens. */
export const useUsers = () => trpc.users.list.useQuery({}, { refetchOnMount: "always" });

/** Returns recent account changes, for admins. */
export const useAccountEvents = () =>
  trpc.users.events.useInfiniteQuery(
    { limit: 10 },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: "always" },
  );

/** Returns the toast for an edit, which depends on the changed field. */
function editToast(user: ManagedUser, { role, username }: UserEdit): [title: string, text: string] {
  if (role !== undefined)
    return [
      "Role changed",
      `${isolate(user.username)} is now ${role === "admin" ? "an admin" : "a regular user"}.`,
    ];
  if (username !== undefined) return ["Username changed", `They now sign in as ${isolate(user.username)}.`];
  return user.disabledAt === null
    ? ["Account enabled", `${isolate(user.username)} can sign in again.`]
    : ["Account disabled", `${isolate(user.username)} is signed out everywhere.`];
}

const editFailureTitle = ({ role, username, disabled }: UserEdit): string => {
  if (role !== undefined) return "Role not changed";
  if (username !== undefined) return "Username not changed";
  return disabled === true ? "Account not disabled" : "Account not enabled";
};

function useRefresh() {
  const { users, account } = trpc.useUtils();
  return () => {
    void users.list.invalidate();
    void users.events.invalidate();
    // The edited account may be the admin's own.
    void account.me.invalidate();
  };
}

export function useEditUser() {
  const toast = useToast();
  const refresh = useRefresh();
  return trpc.users.edit.useMutation({
    onSuccess(user, edit) {
      toast.success(...editToast(user, edit));
      refresh();
    },
    onError(error, edit) {
      // The field shows the error.
      if (edit.username !== undefined && (error.data?.code === "CONFLICT" || issuesOf(error).length > 0))
        return;
      toast.failure(editFailureTitle(edit), messageOf(error, "Please try again."));
    },
  });
}

export function useDeleteUser(user: ManagedUser) {
  const refresh = useRefresh();
  return trpc.users.remove.useMutation(
    useChange({
      done: () => ({
        title: "Account deleted",
        text: `Content by ${isolate(user.username)} stays under “Former member”.`,
      }),
      failed: "Account not deleted",
      onDone: refresh,
    }),
  );
}

/** Returns a user's tokens and feeds, for admins. */
export function useAccess(userId: string) {
  const tokens = trpc.tokens.listOf.useQuery({ userId }, { refetchOnMount: "always" });
  const feeds = trpc.follows.listOf.useQuery({ userId }, { refetchOnMount: "always" });
  return {
    tokens: tokens.data?.items,
    feeds: feeds.data?.items,
    isError: tokens.isLoadingError || feeds.isLoadingError,
    retry() {
      void tokens.refetch();
      void feeds.refetch();
    },
  };
}

export function useRevokeAccess() {
  const { users, tokens, follows } = trpc.useUtils();
  const refresh = () => {
    void tokens.listOf.invalidate();
    void follows.listOf.invalidate();
    void users.events.invalidate();
  };
  const revokeToken = trpc.tokens.revokeOf.useMutation(
    useChange({ done: "Token revoked", failed: "Token not revoked", refresh }),
  );
  const stopFeed = trpc.follows.removeOf.useMutation(
    useChange({ done: "Feed stopped", failed: "Feed not stopped", refresh }),
  );
  return { revokeToken, stopFeed };
}

export function useCreateResetLink() {
  const { users } = trpc.useUtils();
  return trpc.users.createResetLink.useMutation(
    useChange({ failed: "Link not created", onDone: () => void users.events.invalidate() }),
  );
}

export const useCreateInviteLink = () =>
  trpc.users.createInviteLink.useMutation(useChange({ failed: "Link not created" }));

/** Admin action on an account. */
export type UserAction = "role" | "rename" | "access" | "disable" | "enable" | "delete";

export interface UserDialogProps {
  user: ManagedUser;
  onClose: () => void;
}
