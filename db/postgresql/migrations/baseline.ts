import type { QueryExecutorProvider } from "kysely";

import { accounts } from "./accounts.ts";
import { comments } from "./comments.ts";
import { files } from "./files.ts";
import { history } from "./history.ts";
import { library } from "./library.ts";
import { news } from "./news.ts";
import { notices } from "./notices.ts";
import { operations } from "./operations.ts";
import { papers } from "./papers.ts";
import { search } from "./search.ts";
import { jsonCheck } from "./text.ts";

/**
 * Makes in an empty database all that files have after the migrations before the shared ones. It has the same names,
 * constraints and triggers; texts are in the order of their bytes. Needs no rights but those of the database's owner.
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
