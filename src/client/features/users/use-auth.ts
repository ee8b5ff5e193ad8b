import { useCallback } from "react";
import { useLocation, useSearchParams, useNavigate } from "react-router-dom";

import { isSignedOut, messageOf } from "#client/api/errors.ts";
import { MAY_BE_SIGNED_OUT } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import { LEAVE_CONFIRMED, useLeave } from "#client/ui/dialog/unsaved.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import { type LinkKind, LINK_KINDS } from "#shared/accounts/user-rules.ts";
import type { User, SignupMode } from "#shared/accounts/users.ts";

// Not retried on mount, because that would make the whole page flicker. The user can retry.
const useMe = () => trpc.account.me.useQuery(undefined, { meta: MAY_BE_SIGNED_OUT, retryOnMount: false });

/** Returns the signed-in user. Undefined while loading, null for a visitor. */
export function useCurrentUser(): User | null | undefined {
  const me = useMe();
  return isSignedOut(me.error) ? null : me.data;
}

/** Returns a function that repeats a failed session request; null if it hasn't failed. */
export function useSessionRetry(): (() => void) | null {
  const me = useMe();
  if (!me.isError || me.data || isSignedOut(me.error)) return null;
  return () => void me.refetch();
}

/** One-time link in the URL: /?setup=TOKEN, /?invite=TOKEN or /?reset=TOKEN. */
export interface EntryLink {
  kind: LinkKind;
  token: string;
}

/** Returns the one-time link in the URL, if there is one, and a function that removes it. */
export function useEntryLink(): { link: EntryLink | null; removeLink: () => void } {
  const [search, setSearch] = useSearchParams();
  const kind = LINK_KINDS.find((option) => search.has(option));
  const token = kind && search.get(kind);

  function removeLink() {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        for (const option of [...LINK_KINDS, "signIn"]) after.delete(option);
        return after;
      },
      { replace: true },
    );
  }

  return { link: kind && token ? { kind, token } : null, removeLink };
}

/** Data for the sign-in card. */
export interface Entry {
  signup: SignupMode;
  /** One-time link in the URL, if it is valid. */
  link: (EntryLink & { username: string | null }) | null;
  /** True if the one-time link was already used or has expired. */
  isLinkSpent: boolean;
  /** https URL of this page if signing in doesn't work over http, else null. */
  secureAddress: string | null;
  /** True if the server is a demo, whose accounts everyone may use. */
  isDemo: boolean;
  /** Name of the identity provider; null if there is none. */
  provider: string | null;
  /** True if the server can mail links to set a new password. */
  canResetByMail: boolean;
}

/** Loads the data of the sign-in card. Undefined while loading. */
export function useEntry(): Entry | undefined {
  const { link } = useEntryLink();
  const { pathname, search } = useLocation();
  const entry = trpc.auth.entry.useQuery({ token: link?.token }, { retryOnMount: false });
  // If the request fails, offer everything. The server decides when a form is submitted.
  if (entry.isError)
    return {
      signup: "open",
      link: link && { ...link, username: null },
      isLinkSpent: false,
      secureAddress: null,
      isDemo: false,
      provider: null,
      canResetByMail: false,
    };
  if (!entry.data) return undefined;
  const { signup, link: found, secureUrl, isDemo, provider, canResetByMail } = entry.data;
  const isUsable = found?.isValid === true && found.kind === link?.kind;
  return {
    signup,
    isDemo,
    provider,
    canResetByMail,
    link: link && isUsable ? { ...link, username: found.username } : null,
    isLinkSpent: link !== null && !isUsable,
    secureAddress:
      secureUrl !== null && window.location.protocol === "http:" ? `${secureUrl}${pathname}${search}` : null,
  };
}

const UNREACHABLE_MESSAGE = "Couldn't reach the server. Please try again in a moment.";

interface SignInWords {
  successText: string;
  failureTitle: string;
}

/** Returns handlers for a mutation that signs in: they set the current user and remove the used one-time link. */
function useSignInHandlers({ successText, failureTitle }: SignInWords) {
  const toast = useToast();
  const { account } = trpc.useUtils();
  const { removeLink } = useEntryLink();
  return {
    onSuccess(user: User) {
      removeLink();
      void account.me.cancel();
      account.me.setData(undefined, user);
      toast.success("Success", successText);
    },
    onError: (error: unknown) => toast.failure(failureTitle, messageOf(error, UNREACHABLE_MESSAGE)),
  };
}

const LOGIN_WORDS = { successText: "Logged in successfully!", failureTitle: "Login failed" };

export const useSignIn = () => trpc.auth.login.useMutation(useSignInHandlers(LOGIN_WORDS));

export const useDemoSignIn = () => trpc.auth.enterDemo.useMutation(useSignInHandlers(LOGIN_WORDS));

export const useSignUp = () =>
  trpc.auth.register.useMutation(
    useSignInHandlers({ successText: "Account created successfully!", failureTitle: "Registration failed" }),
  );

export const useResetPassword = () =>
  trpc.auth.resetPassword.useMutation(
    useSignInHandlers({
      successText: "Your new password is set and you're signed in.",
      failureTitle: "Password not changed",
    }),
  );

/**
 * Returns a function that ends the session, clears its data and opens the public page or another URL for visitors. Asks
 * first if typed text would be lost.
 */
export function useSignOut(to = "/") {
  const navigate = useNavigate();
  const leave = useLeave();
  const { account } = trpc.useUtils();
  const { mutate, isPending } = trpc.auth.logout.useMutation({
    async onSuccess() {
      void navigate(to, { state: LEAVE_CONFIRMED });
      await account.me.reset();
    },
    // As the specification requires, a failed sign-out is only logged.
    // oxlint-disable-next-line no-console
    onError: (error) => console.error("Sign-out failed", error),
  });
  const signOut = useCallback(() => leave(() => mutate()), [leave, mutate]);
  return { signOut, isPending };
}
