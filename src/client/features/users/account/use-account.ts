import { trpc } from "#client/api/trpc.ts";
import { isFieldError, useChange } from "#client/features/library/use-change.ts";

export function useEditProfile() {
  const { account } = trpc.useUtils();
  return trpc.account.edit.useMutation(
    useChange({
      done: "Profile saved",
      failed: "Profile not saved",
      onDone(user) {
        void account.me.cancel();
        account.me.setData(undefined, user);
      },
      isShown: isFieldError,
    }),
  );
}

export function useChangePassword() {
  const { account, tokens, follows } = trpc.useUtils();
  return trpc.account.changePassword.useMutation(
    useChange({
      done: (_user, { alsoRevoke }) => ({
        title: "Password changed",
        text:
          alsoRevoke === true
            ? "Your other sessions have ended, and your tokens and feeds are revoked."
            : "Your other sessions have ended.",
      }),
      failed: "Password not changed",
      onDone() {
        void account.sessions.invalidate();
        void tokens.list.invalidate();
        void follows.list.invalidate();
      },
      isShown: isFieldError,
    }),
  );
}

/** Returns the user's tokens and feeds, which are valid without the password. */
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
  const { account } = trpc.useUtils();
  const refresh = () => account.sessions.invalidate();
  return trpc.account.endSession.useMutation(
    useChange({ done: "Session ended", failed: "Session not ended", refresh }),
  );
}

export function useEndOtherSessions() {
  const { account } = trpc.useUtils();
  const refresh = () => account.sessions.invalidate();
  return trpc.account.endOtherSessions.useMutation(
    useChange({ done: "Other sessions ended", failed: "Sessions not ended", refresh }),
  );
}

/** Returns the connection with the identity provider. Null without a provider, or until it is loaded. */
export const useProviderLink = () => trpc.account.provider.useQuery().data ?? null;

/** Returns a mutation that checks the password and then opens the provider's sign-in page. */
export function useLinkProvider() {
  return trpc.account.linkProvider.useMutation(
    useChange({
      failed: "Account not linked",
      onDone: ({ url }) => window.location.assign(url),
      isShown: isFieldError,
    }),
  );
}

export function useUnlinkProvider() {
  const { account } = trpc.useUtils();
  const refresh = () => account.provider.invalidate();
  return trpc.account.unlinkProvider.useMutation(
    useChange({ done: "Account unlinked", failed: "Account not unlinked", refresh }),
  );
}
