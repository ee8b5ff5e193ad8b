import { issuesOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

/** True if the error is shown at a field, so that no toast is needed. */
const isAtField = (error: unknown) => issuesOf(error).some(({ path }) => path !== "");

export function useEditProfile() {
  const toast = useToast();
  const { account } = trpc.useUtils();
  return trpc.account.edit.useMutation({
    onSuccess(user) {
      void account.me.cancel();
      account.me.setData(undefined, user);
      toast.success("Profile saved");
    },
    onError(error) {
      if (!isAtField(error)) toast.failure("Profile not saved", messageOf(error, "Please try again."));
    },
  });
}

export function useChangePassword() {
  const toast = useToast();
  const { account, tokens, follows } = trpc.useUtils();
  return trpc.account.changePassword.useMutation({
    onSuccess(_user, { alsoRevoke }) {
      toast.success(
        "Password changed",
        alsoRevoke === true
          ? "Your other sessions have ended, and your tokens and feeds are revoked."
          : "Your other sessions have ended.",
      );
      void account.sessions.invalidate();
      void tokens.list.invalidate();
      void follows.list.invalidate();
    },
    onError(error) {
      if (!isAtField(error)) toast.failure("Password not changed", messageOf(error, "Please try again."));
    },
  });
}

/** Returns the user's tokens and feeds, which work without their password. */
export function useOwnAccess(): { id: string; kind: "Token" | "Feed"; name: string }[] {
  const tokens = trpc.tokens.list.useQuery({}, { refetchOnMount: "always" });
  const feeds = trpc.follows.list.useQuery({}, { refetchOnMount: "always" });
  return [
    ...(tokens.data?.items ?? []).map(({ id, name }) => ({ id, kind: "Token" as const, name })),
    ...(feeds.data?.items ?? []).map(({ id, title }) => ({ id, kind: "Feed" as const, name: title })),
  ];
}

export const useSessions = () => trpc.account.sessions.useQuery({}, { refetchOnMount: "always" });

export function useEndSession() {
  const toast = useToast();
  const { account } = trpc.useUtils();
  return trpc.account.endSession.useMutation({
    onSuccess: () => toast.success("Session ended"),
    onError: (error) => toast.failure("Session not ended", messageOf(error, "Please try again.")),
    onSettled: () => account.sessions.invalidate(),
  });
}

export function useEndOtherSessions() {
  const toast = useToast();
  const { account } = trpc.useUtils();
  return trpc.account.endOtherSessions.useMutation({
    onSuccess: () => toast.success("Other sessions ended"),
    onError: (error) => toast.failure("Sessions not ended", messageOf(error, "Please try again.")),
    onSettled: () => account.sessions.invalidate(),
  });
}

/** Returns the connection with the identity provider. Null without a provider, or until it is loaded. */
export const useProviderLink = () => trpc.account.provider.useQuery().data ?? null;

/** Checks the password, then goes to the provider's sign-in page. */
export function useLinkProvider() {
  const toast = useToast();
  return trpc.account.linkProvider.useMutation({
    onSuccess({ url }) {
      window.location.assign(url);
    },
    onError(error) {
      if (!isAtField(error)) toast.failure("Account not linked", messageOf(error, "Please try again."));
    },
  });
}

export function useUnlinkProvider() {
  const toast = useToast();
  const { account } = trpc.useUtils();
  return trpc.account.unlinkProvider.useMutation({
    onSuccess: () => toast.success("Account unlinked"),
    onError: (error) => toast.failure("Account not unlinked", messageOf(error, "Please try again.")),
    onSettled: () => account.provider.invalidate(),
  });
}
