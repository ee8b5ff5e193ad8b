import { issuesOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/toast.tsx";

/** True when the server has reported which field is wrong: no toast is needed then. */
const isAtField = (error: unknown) => issuesOf(error).some(({ path }) => path !== "");

export function useEditProfile() {
  const toast = useToast();
  const { account } = trpc.useUtils();
  return trpc.account.edit.useMutation({
    onSuccess(user) {
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
  const { account } = trpc.useUtils();
  return trpc.account.changePassword.useMutation({
    onSuccess() {
      toast.success("Password changed", "Your other sessions have ended.");
      void account.sessions.invalidate();
    },
    onError(error) {
      if (!isAtField(error)) toast.failure("Password not changed", messageOf(error, "Please try again."));
    },
  });
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
