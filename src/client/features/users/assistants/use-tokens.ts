import { issuesOf, messageOf } from "#client/api/errors.ts";
import { trpc } from "#client/api/trpc.ts";
import { useToast } from "#client/ui/feedback/toast.tsx";

/** How often it is asked whether a new token was used; not while the page is in the background. */
const ASK_EVERY_MS = 2500;

/** The person's tokens, expired ones too. */
export const useTokens = () => trpc.tokens.list.useQuery({}, { refetchOnMount: "always" });

/**
 * A token of the person's, asked for again and again until it was used for the first time and it is known by what: an
 * assistant tells its name a moment after it has signed in.
 */
export function useFirstCall(id: string) {
  const { data } = trpc.tokens.list.useQuery(
    {},
    {
      refetchInterval: ({ state }) =>
        state.data?.items.some(
          (token) => token.id === id && token.lastUsedAt !== null && token.lastClient !== null,
        )
          ? false
          : ASK_EVERY_MS,
    },
  );
  return data?.items.find((token) => token.id === id);
}

/** Makes a token; it is in `data` until `reset`, or until the page is left, and nowhere else. */
export function useCreateToken() {
  const toast = useToast();
  const { tokens } = trpc.useUtils();
  return trpc.tokens.create.useMutation({
    gcTime: 0,
    onError(error) {
      if (issuesOf(error).length === 0)
        toast.failure("Token not made", messageOf(error, "Please try again."));
    },
    onSettled: () => void tokens.list.invalidate(),
  });
}

/** Revokes a token; `onRevoked` hears of it even when nobody waited. */
export function useRevokeToken(onRevoked: (id: string) => void) {
  const toast = useToast();
  const { tokens } = trpc.useUtils();
  return trpc.tokens.revoke.useMutation({
    onSuccess(_nothing, { id }) {
      toast.success("Token revoked");
      onRevoked(id);
    },
    onError: (error) => toast.failure("Token not revoked", messageOf(error, "Please try again.")),
    onSettled: () => tokens.list.invalidate(),
  });
}
