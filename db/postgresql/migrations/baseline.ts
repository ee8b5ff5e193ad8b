import type { QueryExecutorProvider } from "kysely";

import { accounts, files, operations } from "./accounts-and-operations.ts";
import { history } from "./history.ts";
import { comments, library } from "./library.ts";
import { news, papers } from "./news-and-papers.ts";
import { notices } from "./notices.ts";
import { search } from "./search.ts";
import { jsonCheck } from "./text.ts";

/**
 * Creates the same tables as the SQLite migrations before the shared ones, with the same names, constraints and
 * triggers. Texts are sorted by their bytes. Requires only the rights of the database's owner.
 */
export async function baseline(db: QueryExecutorProvider): Promise<void> {
  const parts = [
    jsonCheck,
    accounts,
    library,
    comments,
    news,
    papers,
    files,
    history,
    operations,
    search,
    notices,
  ];
  for (const part of parts) await part(db);
}
