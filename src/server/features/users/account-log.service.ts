import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { readPage } from "#server/kernel/paging/paging.ts";
import type { AccountAction, AccountEvent, User } from "#shared/accounts/users.ts";
import { accountActionSchema } from "#shared/accounts/users.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";

import { insertAccountEvent, listAccountEventRows } from "./account-state.queries.ts";

/** Author of an account change: a signed-in user, or null for the command line. */
export type Actor = Pick<User, "id"> | null;

/** Records an account change, in the transaction of that change. */
export async function recordAccountEvent(
  app: App,
  db: App["db"],
  actor: Actor,
  user: Pick<User, "id" | "username">,
  action: AccountAction,
  detail: string | null = null,
): Promise<void> {
  await insertAccountEvent(db, {
    id: randomUUID(),
    at: app.now().toISOString(),
    actorId: actor?.id ?? null,
    userId: user.id,
    username: user.username,
    action,
    detail,
  });
}

/** Lists account changes, newest first. */
export const listAccountEvents = (app: App, input: PageRequest): Promise<Page<AccountEvent>> =>
  readPage(
    input,
    async (slice) => {
      const rows = await listAccountEventRows(app.db, slice);
      return rows.map(({ id, at, actorUsername, userId, username, action, detail }) => ({
        id,
        at,
        actor: actorUsername,
        userId,
        username,
        // May come from a newer version of the product.
        action: accountActionSchema.catch("changed").parse(action),
        detail,
      }));
    },
    ({ at, id }) => [at, id],
    MAX_EVENTS,
  );

/** Default limit of listed events. */
const MAX_EVENTS = 500;
