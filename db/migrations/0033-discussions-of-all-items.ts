import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** Comments, and people's last visits to a discussion, belong to items of any kind instead of readings. */
export async function discussionsOfAllItems(db: QueryExecutorProvider): Promise<void> {
  const engine = engineOf(db);
  const TEXT = engine.text();
  const KINDS = sql.raw("('tool', 'article', 'paper', 'prompt', 'reading')");
  await engine.dropReference(db, "comments", "readingId");
  const statements = [
    sql`drop index comments_of_reading`,
    sql`alter table comments rename column "readingId" to "itemId"`,
    sql`alter table comments add column kind ${TEXT} not null default 'reading' check (kind in ${KINDS})`,
    sql`create index comments_of_item on comments (kind, "itemId", position)`,
    sql`create temporary table comment_reads_before as select * from comment_reads`,
    sql`drop table comment_reads`,
    sql`create table comment_reads (
      "userId" ${TEXT} not null references users (id) on delete cascade,
      kind ${TEXT} not null check (kind in ${KINDS}),
      "itemId" ${TEXT} not null,
      "seenAt" ${TEXT} not null,
      primary key ("userId", kind, "itemId")
    ) ${engine.tableOptions()}`,
    sql`insert into comment_reads ("userId", kind, "itemId", "seenAt")
      select "userId", 'reading', "readingId", "seenAt" from comment_reads_before`,
    sql`drop table comment_reads_before`,
    sql`create index comment_reads_item on comment_reads ("itemId", "userId")`,
    sql`alter table deletions add column "containerKind" ${TEXT} check ("containerKind" in ${KINDS})`,
    sql`update deletions set "containerKind" = 'reading' where "containerId" is not null`,
    // Saved rows are restored by column name. Texts can't contain this string, because their quotation marks are
    // escaped.
    sql`update deleted_rows
      set content = replace(content, '"readingId":', '"kind":"reading","itemId":')
      where "tableName" in ('comments', 'comment_reads')`,
  ];
  for (const statement of statements) await statement.execute(db);
  await engine.addChangeNotifications(db, "comment_reads");
  await engine.qualifyRemovalFromSearch(db);
}
