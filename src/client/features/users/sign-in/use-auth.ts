import { useCallback } from "react";
import { useNavigate } from "react-router-dom";

import { messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { DECIDED, useLeave } from "#client/ui/dialog/unsaved.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";
import type { User } from "#shared/accounts/users.ts";

import { useEntryLink } from "./use-entry-link.ts";

const NO_ANSWER = "Couldn't reach the server. Please try again in a moment.";

/** Sets the current user after signing in, and removes the used one-time link. */
function useFinishSignIn() {
  const toast = useToast();
  const { account } = trpc.useUtils();
  const { forgetLink } = useEntryLink();
  return (user: User, words: string) => {
    forgetLink();
    void account.me.cancel();
    account.me.setData(undefined, user);
    toast.success("Success", words);
  };
}

export function useSignIn() {
  const toast = useToast();
  const finish = useFinishSignIn();
  return trpc.auth.login.useMutation({
    onSuccess: (user) => finish(user, "Logged in successfully!"),
    onError: (error) => toast.failure("Login failed", messageOf(error, NO_ANSWER)),
  });
}

export function useDemoSignIn() {
  const toast = useToast();
  const finish = useFinishSignIn();
  return trpc.auth.enterDemo.useMutation({
    onSuccess: (user) => finish(user, "Logged in successfully!"),
    onError: (error) => toast.failure("Login failed", messageOf(error, NO_ANSWER)),
  });
}

export function useSignUp() {
  const toast = useToast();
  const finish = useFinishSignIn();
  return trpc.auth.register.useMutation({
    onSuccess: (user) => finish(user, "Account created successfully!"),
    onError: (error) => toast.failure("Registration failed", messageOf(error, NO_ANSWER)),
  });
}

export function useResetPassword() {
  const toast = useToast();
  const finish = useFinishSignIn();
  return trpc.auth.resetPassword.useMutation({
    onSuccess: (user) => finish(user, "Your new password is set and you're signed in."),
    onError: (error) => toast.failure("Password not changed", messageOf(error, NO_ANSWER)),
  });
}

/**
 * Ends the session, clears its data and goes to the public page, or to another URL for visitors. Asks first if typed
 * text would be lost.
 */
export function useSignOut(to = "/") {
  const navigate = useNavigate();
  const leave = useLeave();
  const { account } = trpc.useUtils();
  const { mutate, isPending } = trpc.auth.logout.useMutation({
    async onSuccess() {
      void navigate(to, { state: DECIDED });
      await account.me.reset();
    },
    // The specification: a failed sign-out is only logged.
    // oxlint-disable-next-line no-console
    onError: (error) => console.error("Sign-out failed", error),
  });
  const signOut = useCallback(() => leave(() => mutate()), [leave, mutate]);
  return { signOut, isPending };
}
