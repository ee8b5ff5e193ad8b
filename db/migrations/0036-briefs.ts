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
    // For the discussions of a period.
    sql`create index "comments_createdAt" on comments ("createdAt", kind, "itemId") where "deletedAt" is null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
