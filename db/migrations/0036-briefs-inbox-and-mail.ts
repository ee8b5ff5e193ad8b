import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Published briefs, drafts of briefs, and pages that people read without signing in. */
export async function briefs(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const statements = [
    sql`create table briefs (
      id ${TEXT} primary key not null,
      "firstDay" ${TEXT} not null,
      "lastDay" ${TEXT} not null,
      title ${TEXT} not null,
      note ${TEXT} not null,
      document ${TEXT} not null,
      "createdBy" ${TEXT} references users (id) on delete set null,
      "publishedAt" ${TEXT} not null
    ) ${engine.tableOptions()}`,
    sql`create index "briefs_publishedAt" on briefs ("publishedAt", id)`,
    sql`create index "briefs_createdBy" on briefs ("createdBy")`,
    sql`create table brief_drafts (
      "userId" ${TEXT} not null references users (id) on delete cascade,
      "firstDay" ${TEXT} not null,
      "lastDay" ${TEXT} not null,
      headline ${TEXT} not null,
      note ${TEXT} not null,
      hidden ${TEXT} not null,
      sections ${TEXT} not null,
      "savedAt" ${TEXT} not null,
      primary key ("userId", "firstDay", "lastDay")
    ) ${engine.tableOptions()}`,
    sql`create index "brief_drafts_savedAt" on brief_drafts ("savedAt")`,
    sql`create table shared_pages (
      id ${TEXT} primary key not null,
      hash ${TEXT} not null unique,
      kind ${TEXT} not null check (kind in ('radar', 'landscape', 'brief')),
      "briefId" ${TEXT} references briefs (id) on delete cascade,
      title ${TEXT} not null,
      "showsNames" integer not null,
      "createdBy" ${TEXT} references users (id) on delete set null,
      "createdAt" ${TEXT} not null
    ) ${engine.tableOptions()}`,
    sql`create index "shared_pages_briefId" on shared_pages ("briefId")`,
    sql`create index "shared_pages_createdBy" on shared_pages ("createdBy")`,
    sql`create index "shared_pages_createdAt" on shared_pages ("createdAt", id)`,
    // Finds the discussions of a period.
    sql`create index "comments_createdAt" on comments ("createdAt", kind, "itemId") where "deletedAt" is null`,
  ];
  for (const statement of statements) await statement.execute(db);
}

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
  await engine.addChangeNotifications(db, "inbox_entries");
}

/** Channels, personal mail, and the messages sent to both. */
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
    // Each target has at most one waiting message, and one for each scheduled time.
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

/** Similar papers, rankings of papers by stars, and the queue for computing both. */
export async function recommendedPapers(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const NUMBER = engine.bigInteger();
  const statements = [
    sql`create table paper_neighbours (
      "paperId" ${TEXT} not null references research_papers (id) on delete cascade,
      "otherId" ${TEXT} not null references research_papers (id) on delete cascade,
      score ${NUMBER} not null,
      primary key ("paperId", "otherId")
    ) ${engine.tableOptions()}`,
    sql`create index "paper_neighbours_otherId" on paper_neighbours ("otherId")`,
    // The ranking for the team has an empty user id.
    sql`create table paper_scores (
      "userId" ${TEXT} not null,
      "paperId" ${TEXT} not null references research_papers (id) on delete cascade,
      score ${NUMBER} not null,
      "becauseId" ${TEXT},
      words ${TEXT} not null,
      primary key ("userId", "paperId")
    ) ${engine.tableOptions()}`,
    sql`create index "paper_scores_paperId" on paper_scores ("paperId")`,
    sql`create table paper_queue (
      task ${TEXT} not null check (task in ('compare', 'rank')),
      id ${TEXT} not null,
      "after" ${NUMBER},
      version ${TEXT} not null,
      primary key (task, id)
    ) ${engine.tableOptions()}`,
    sql`insert into paper_queue (task, id, version)
      select 'compare', '', 'first' where exists (select 1 from research_papers)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
