import { isSignedOut } from "#client/api/errors.ts";
import { MAY_BE_SIGNED_OUT } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import type { User } from "#shared/accounts/users.ts";

// A failure remains until the user retries: refetching on every mount would make the whole page flicker.
const useMe = () => trpc.account.me.useQuery(undefined, { meta: MAY_BE_SIGNED_OUT, retryOnMount: false });

/** Returns the signed-in user: `undefined` while loading, `null` for a visitor. */
export function useCurrentUser(): User | null | undefined {
  const me = useMe();
  return isSignedOut(me.error) ? null : me.data;
}

/** Returns a function that retries the session request after a failure, else null. */
export function useSessionRetry(): (() => void) | null {
  const me = useMe();
  if (!me.isError || me.data || isSignedOut(me.error)) return null;
  return () => void me.refetch();
}
