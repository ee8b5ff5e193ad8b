import type { App } from "#server/app.ts";
import { onBehalfOf } from "#server/outside/http/politeness.ts";
import type { User } from "#shared/accounts/users.ts";

/** Runs an outside request for a waiting user, within the user's rate and concurrency limits. */
export async function fetchFor<Result>(app: App, { id }: User, work: () => Promise<Result>): Promise<Result> {
  await app.limits.fetches.count(id);
  return onBehalfOf(id, work);
}
