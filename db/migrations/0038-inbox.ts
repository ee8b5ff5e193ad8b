import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Mentions of people in comments, inboxes, and watched or muted items. */
export async function inbox(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const NUMBER = engine.bigInteger();
  const KINDS = sql.raw("('tool', 'article', 'paper', 'prompt', 'reading')");
  const statements = [
    sql`create table comment_mentions (
      "commentId" ${TEXT} not null,
      start ${NUMBER} not null,
      length ${NUMBER} not null,
      "userId" ${TEXT} not null references users (id) on delete cascade,
      primary key ("commentId", start)
    ) ${engine.tableOptions()}`,
    sql`create index "comment_mentions_userId" on comment_mentions ("userId")`,
    sql`create index comments_by_author on comments (kind, "itemId", "userId") where "deletedAt" is null`,
    sql`create table watches (
      "userId" ${TEXT} not null references users (id) on delete cascade,
      kind ${TEXT} not null check (kind in ('tool', 'article', 'paper', 'prompt', 'reading', 'topic')),
      "itemId" ${TEXT} not null,
      level ${TEXT} not null check (level in ('watch', 'mute')),
      primary key ("userId", kind, "itemId")
    ) ${engine.tableOptions()}`,
    sql`create index watches_item on watches (kind, "itemId", "userId")`,
    sql`create table inbox_entries (
      "userId" ${TEXT} not null references users (id) on delete cascade,
      "eventSeq" ${NUMBER} not null,
      reason ${TEXT} not null,
      kind ${TEXT} not null check (kind in ${KINDS}),
      "itemId" ${TEXT} not null,
      "commentId" ${TEXT},
      "doneAt" ${TEXT},
      primary key ("eventSeq", "userId")
    ) ${engine.tableOptions()}`,
    sql`create index inbox_open on inbox_entries ("userId", "eventSeq", "doneAt") where "doneAt" is null`,
    sql`create index inbox_done on inbox_entries ("userId", "eventSeq") where "doneAt" is not null`,
    sql`create index inbox_item on inbox_entries (kind, "itemId", "userId")`,
    sql`create index inbox_comment on inbox_entries ("commentId") where "commentId" is not null`,
    sql`create table inbox_queue ("eventSeq" ${NUMBER} not null primary key) ${engine.tableOptions()}`,
  ];
  for (const statement of statements) await statement.execute(db);
  await engine.noteChanges(db, "inbox_entries");
}
