import { type QueryExecutorProvider, sql } from "kysely";

import { engineOf } from "../engine.ts";

/** The comment that mentions the other item, so that a link can lead to it. */
export async function linksToComments(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table links add column "commentId" ${engineOf(db).text()}`.execute(db);
  // Existing mentions are scanned again while the server runs.
  await sql`insert into link_queue (kind, "itemId")
    select distinct "fromKind", "fromId" from links where field = 'comment'
    on conflict do nothing`.execute(db);
}
