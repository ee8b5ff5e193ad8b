import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Channels, personal mail, and the messages to both. */
export async function channelsAndMail(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const NUMBER = engine.bigInteger();
  const options = engine.tableOptions();
  const statements = [
    sql`create table channels (
      id ${TEXT} not null primary key,
      kind ${TEXT} not null check (kind in ('email', 'slack', 'teams', 'discord', 'webhook')),
      name ${TEXT} not null,
      address ${TEXT} not null,
      secret ${TEXT},
      contents ${TEXT} not null,
      schedule ${TEXT},
      "lastSeq" ${NUMBER} not null,
      "lastOkAt" ${TEXT},
      "lastError" ${TEXT},
      "isOn" ${NUMBER} not null check ("isOn" in (0, 1)),
      "onSince" ${TEXT} not null,
      "failedAt" ${TEXT},
      "createdAt" ${TEXT} not null
    ) ${options}`,
    sql`create table deliveries (
      id ${TEXT} not null primary key,
      "channelId" ${TEXT} references channels (id) on delete cascade,
      "userId" ${TEXT} references users (id) on delete cascade,
      content ${TEXT} not null,
      "fromSeq" ${NUMBER} not null,
      "toSeq" ${NUMBER} not null,
      slot ${TEXT},
      recipients ${TEXT},
      state ${TEXT} not null check (state in ('waiting', 'sent', 'dropped')),
      tries ${NUMBER} not null default 0,
      "nextTryAt" ${TEXT} not null,
      error ${TEXT},
      owner ${TEXT} not null default '',
      "leaseUntil" ${NUMBER} not null default 0,
      "createdAt" ${TEXT} not null,
      "finishedAt" ${TEXT}
    ) ${options}`,
    // One message to a target at a time, and one for each scheduled time.
    sql`create unique index "deliveries_waiting_channelId" on deliveries ("channelId")
      where state = 'waiting' and "channelId" is not null`,
    sql`create unique index "deliveries_waiting_userId" on deliveries ("userId")
      where state = 'waiting' and "userId" is not null`,
    sql`create unique index "deliveries_slot_channelId" on deliveries ("channelId", slot)
      where slot is not null and "channelId" is not null`,
    sql`create unique index "deliveries_slot_userId" on deliveries ("userId", slot)
      where slot is not null and "userId" is not null`,
    sql`create index "deliveries_channelId" on deliveries ("channelId", "createdAt", id)`,
    sql`create index "deliveries_userId" on deliveries ("userId", "createdAt", id)`,
    sql`create index deliveries_due on deliveries ("nextTryAt", id) where state = 'waiting'`,
    sql`create table mail_settings (
      "userId" ${TEXT} not null primary key references users (id) on delete cascade,
      address ${TEXT} not null,
      "confirmedAt" ${TEXT},
      "confirmHash" ${TEXT},
      "confirmUntil" ${TEXT},
      digest ${TEXT} not null check (digest in ('never', 'daily', 'weekly')),
      "atOnce" ${NUMBER} not null check ("atOnce" in (0, 1)),
      "lastSeq" ${NUMBER} not null,
      "lastMailAt" ${TEXT},
      since ${TEXT} not null,
      "lastError" ${TEXT}
    ) ${options}`,
  ];
  for (const statement of statements) await statement.execute(db);
}
