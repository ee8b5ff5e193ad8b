import { type QueryExecutorProvider, sql } from "kysely";

import { TEXT } from "./text.ts";

/** Events, versions and deleted items that can be restored. */
export async function history(db: QueryExecutorProvider): Promise<void> {
  for (const statement of [...versions, ...ledger, ...trash]) await statement.execute(db);
}

const versions = [
  sql`create table item_versions (
    kind ${TEXT} not null check (kind in ('tool', 'prompt', 'reading')),
    "itemId" ${TEXT} not null,
    revision bigint not null,
    fields ${TEXT} not null check (is_json(fields)),
    image ${TEXT},
    "savedBy" ${TEXT} references users (id) on delete set null,
    "savedAt" ${TEXT} not null,
    note ${TEXT},
    "importId" ${TEXT},
    primary key (kind, "itemId", revision)
  )`,
  // The URL itself can be too long for an index.
  sql`create index item_versions_image on item_versions (kind, "itemId", revision) where image is not null`,
  sql`create index item_versions_import on item_versions ("importId", "savedBy", kind, "itemId", revision)
    where "importId" is not null`,
  sql`create index "item_versions_savedBy" on item_versions ("savedBy")`,
];

const ledger = [
  sql`create table events (
    seq bigint primary key,
    at ${TEXT} not null,
    "actorId" ${TEXT} references users (id) on delete set null,
    verb ${TEXT} not null,
    kind ${TEXT} not null check (kind in ('tool', 'article', 'paper', 'prompt', 'reading')),
    "itemId" ${TEXT} not null,
    title ${TEXT} not null,
    detail ${TEXT} not null default '{}' check (is_json(detail))
  )`,
  sql`create index events_actor on events ("actorId", seq)`,
  sql`create index events_at on events (at)`,
  sql`create index events_item on events (kind, "itemId", seq)`,
  sql`create sequence events_seq owned by events.seq`,
  // Readers that continue after a number must not miss a lower one committed later. So each writer of events locks out
  // others until its transaction ends. Copied events retain their numbers.
  sql`create function event_in_order() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended('stackloop events', 0));
      if new.seq is null then
        new.seq := nextval('events_seq');
      elsif new.seq > (select last_value from events_seq) then
        perform setval('events_seq', new.seq);
      end if;
      return new;
    end $$`,
  sql`create trigger event_in_order before insert on events for each row execute function event_in_order()`,
  sql`create table cursors (
    "userId" ${TEXT} not null references users (id) on delete cascade,
    name ${TEXT} not null,
    seq bigint not null,
    at ${TEXT} not null,
    "previousSeq" bigint,
    "previousAt" ${TEXT},
    primary key ("userId", name)
  )`,
];

const trash = [
  sql`create table deletions (
    id ${TEXT} primary key,
    kind ${TEXT} not null check (kind in ('tool', 'prompt', 'reading', 'comment')),
    "itemId" ${TEXT} not null,
    "containerId" ${TEXT},
    title ${TEXT} not null,
    image ${TEXT},
    contents ${TEXT} not null default '{}' check (is_json(contents)),
    "deletedAt" ${TEXT} not null,
    "deletedBy" ${TEXT} references users (id) on delete set null
  )`,
  sql`create index deletions_latest on deletions ("deletedAt", id)`,
  sql`create index deletions_item on deletions (kind, "itemId")`,
  sql`create index deletions_container on deletions ("containerId") where "containerId" is not null`,
  // The URL itself can be too long for an index.
  sql`create index deletions_image on deletions (id) where image is not null`,
  sql`create index "deletions_deletedBy" on deletions ("deletedBy")`,
  sql`create table deleted_rows (
    "deletionId" ${TEXT} not null references deletions (id) on delete cascade,
    position bigint not null,
    "tableName" ${TEXT} not null,
    "itemId" ${TEXT},
    content ${TEXT} not null check (is_json(content)),
    primary key ("deletionId", position)
  )`,
  sql`create index deleted_rows_item on deleted_rows ("tableName", "itemId") where "itemId" is not null`,
  // The highest number of a restorable article must not be assigned again.
  sql`create index deleted_rows_seq on deleted_rows (((content::json ->> 'seq')::bigint))
    where "tableName" = 'news_articles'`,
];
