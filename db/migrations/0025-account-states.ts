import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Accounts that are disabled or deleted, user names that stay reserved, and the log of account changes. */
export async function accountStates(db: QueryExecutorProvider): Promise<void> {
  const { text, tableOptions } = engineOf(db);
  const TEXT = text();
  const statements = [
    sql`alter table users add column "disabledAt" ${TEXT}`,
    sql`alter table users add column "deletedAt" ${TEXT}`,
    sql`create table former_usernames (
      hash ${TEXT} primary key not null,
      "userId" ${TEXT} not null references users (id) on delete cascade
    ) ${tableOptions()}`,
    sql`create index "former_usernames_userId" on former_usernames ("userId")`,
    sql`create table account_events (
      id ${TEXT} primary key not null,
      at ${TEXT} not null,
      "actorId" ${TEXT} references users (id) on delete set null,
      "userId" ${TEXT} references users (id) on delete set null,
      username ${TEXT} not null,
      action ${TEXT} not null,
      detail ${TEXT}
    ) ${tableOptions()}`,
    sql`create index account_events_at on account_events (at, id)`,
    sql`create index "account_events_userId" on account_events ("userId")`,
    sql`create index "account_events_actorId" on account_events ("actorId")`,
  ];
  for (const statement of statements) await statement.execute(db);
}
