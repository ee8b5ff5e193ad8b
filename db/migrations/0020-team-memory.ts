import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Mention aliases of items and the team's decisions about tools. */
export async function teamMemory(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const NUMBER = engine.bigInteger();
  const OPTIONS = engine.tableOptions();
  const KIND = sql.raw("in ('tool', 'article', 'paper', 'prompt', 'reading')");
  const isFilled = sql.join(
    ["ai_tools", "prompts", "readings", "research_papers", "news_articles"].map(
      (table) => sql`exists (select 1 from ${sql.table(table)})`,
    ),
    sql` or `,
  );
  const RING = sql.raw("in ('adopt', 'trial', 'assess', 'hold')");
  const statements = [
    sql`create table tool_aliases (
      "toolId" ${TEXT} not null references ai_tools (id) on delete cascade,
      folded ${TEXT} not null,
      spelled ${TEXT} not null,
      "createdBy" ${TEXT} references users (id) on delete set null,
      "createdAt" ${TEXT} not null,
      "importedIn" ${TEXT},
      primary key ("toolId", folded)
    ) ${OPTIONS}`,
    sql`create index tool_aliases_folded on tool_aliases (folded)`,
    sql`create index "tool_aliases_createdBy" on tool_aliases ("createdBy")`,
    sql`create table links (
      id ${TEXT} not null primary key,
      "fromKind" ${TEXT} not null check ("fromKind" ${KIND}),
      "fromId" ${TEXT} not null,
      "toKind" ${TEXT} not null check ("toKind" ${KIND}),
      "toId" ${TEXT} not null,
      how ${TEXT} not null check (how in ('name', 'address', 'person')),
      spelled ${TEXT},
      excerpt ${TEXT},
      field ${TEXT},
      state ${TEXT} not null check (state in ('found', 'hidden', 'confirmed', 'rejected')),
      "decidedBy" ${TEXT} references users (id) on delete set null,
      "decidedAt" ${TEXT},
      at ${TEXT} not null,
      unique ("fromKind", "fromId", "toKind", "toId")
    ) ${OPTIONS}`,
    sql`create index links_to on links ("toKind", "toId", state, at desc)`,
    sql`create index "links_decidedBy" on links ("decidedBy")`,
    sql`create table name_counts (
      folded ${TEXT} not null primary key,
      seen ${NUMBER} not null,
      lower ${NUMBER} not null,
      "right" ${NUMBER} not null default 0,
      wrong ${NUMBER} not null default 0
    ) ${OPTIONS}`,
    sql`create table link_queue (
      kind ${TEXT} not null check (kind ${KIND}),
      "itemId" ${TEXT} not null,
      primary key (kind, "itemId")
    ) ${OPTIONS}`,
    sql`create table long_titles (
      head ${TEXT} not null,
      kind ${TEXT} not null check (kind ${KIND}),
      "itemId" ${TEXT} not null,
      primary key (head, kind, "itemId")
    ) ${OPTIONS}`,
    sql`create index long_titles_item on long_titles (kind, "itemId")`,
    // Existing content is scanned for mentions while the server runs.
    sql`insert into settings (key, value)
      select 'linksBackfill', '{"step":0,"after":""}' where ${isFilled}`,
    sql`create table verdicts (
      id ${TEXT} not null primary key,
      "toolId" ${TEXT} not null references ai_tools (id) on delete cascade,
      revision ${NUMBER} not null,
      ring ${TEXT} not null check (ring ${RING}),
      reason ${TEXT} not null,
      clearance ${TEXT} check (clearance in ('public', 'internal', 'confidential')),
      "lookAgainOn" ${TEXT},
      "decidedBy" ${TEXT} references users (id) on delete set null,
      "decidedAt" ${TEXT} not null,
      "toolVersion" ${TEXT},
      "askedAt" ${TEXT},
      "importedIn" ${TEXT},
      unique ("toolId", revision)
    ) ${OPTIONS}`,
    sql`create index "verdicts_decidedAt" on verdicts ("decidedAt")`,
    sql`create index "verdicts_decidedBy" on verdicts ("decidedBy")`,
    sql`create table verdict_evidence (
      "verdictId" ${TEXT} not null references verdicts (id) on delete cascade,
      kind ${TEXT} not null check (kind ${KIND}),
      "itemId" ${TEXT} not null,
      stance ${TEXT} not null check (stance in ('for', 'against')),
      primary key ("verdictId", kind, "itemId")
    ) ${OPTIONS}`,
    sql`create index verdict_evidence_item on verdict_evidence (kind, "itemId")`,
    sql`create table verdict_votes (
      "toolId" ${TEXT} not null references ai_tools (id) on delete cascade,
      "userId" ${TEXT} not null references users (id) on delete cascade,
      ring ${TEXT} not null check (ring ${RING}),
      note ${TEXT},
      "votedAt" ${TEXT} not null,
      "importedIn" ${TEXT},
      primary key ("toolId", "userId")
    ) ${OPTIONS}`,
    sql`create index "verdict_votes_userId" on verdict_votes ("userId")`,
    ...["tool_aliases", "verdicts", "verdict_votes"].map(
      (
        table,
      ) => sql`create index ${sql.ref(`${table}_importedIn`)} on ${sql.table(table)} ("importedIn", "toolId")
        where "importedIn" is not null`,
    ),
  ];
  for (const statement of statements) await statement.execute(db);
  for (const table of ["tool_aliases", "links", "name_counts", "verdicts", "verdict_votes"] as const)
    await engine.addChangeNotifications(db, table);
}
