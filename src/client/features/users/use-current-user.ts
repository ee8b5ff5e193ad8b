import { isSignedOut } from "#client/api/errors.ts";
import { MAY_BE_SIGNED_OUT } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import type { User } from "#shared/accounts/users.ts";

// A failure stands until somebody retries: fetching on every mount would blink the whole page.
const useMe = () => trpc.account.me.useQuery(undefined, { meta: MAY_BE_SIGNED_OUT, retryOnMount: false });

/** Who is signed in: `undefined` while that is not known, `null` for a visitor. */
export function useCurrentUser(): User | null | undefined {
  const me = useMe();
  return isSignedOut(me.error) ? null : me.data;
}

/** The way to try again, when the server could not be asked who is signed in. */
export function useSessionRetry(): (() => void) | null {
  const me = useMe();
  if (!me.isError || me.data || isSignedOut(me.error)) return null;
  return () => void me.refetch();
}
