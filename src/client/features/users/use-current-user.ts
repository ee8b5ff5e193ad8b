import { MAY_BE_SIGNED_OUT } from "#client/api/query-client.ts";
import { trpc } from "#client/api/trpc.ts";
import type { User } from "#shared/users.ts";

/** Who is signed in: `undefined` while that is not known yet, `null` for a visitor. */
export function useCurrentUser(): User | null | undefined {
  const me = trpc.account.me.useQuery(undefined, { meta: MAY_BE_SIGNED_OUT });
  if (me.isPending) return undefined;
  return me.isError ? null : me.data;
}
