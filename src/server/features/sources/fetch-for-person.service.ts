import type { App } from "#server/app.ts";
import { onBehalfOf } from "#server/outside/http/on-behalf-of.ts";
import type { User } from "#shared/accounts/users.ts";

/** Looks something up elsewhere for a person who waits for it, within what they may ask for and their share. */
export async function fetchFor<Result>(app: App, { id }: User, work: () => Promise<Result>): Promise<Result> {
  await app.limits.fetches.count(id);
  return onBehalfOf(id, work);
}
