import type { QueryExecutorProvider } from "kysely";

import { engineOf } from "../engine.ts";

/** Allows SQLite before 3.45, where `json_valid(null)` is 0, to check, dump and load a database with unread feeds. */
export const nullInJsonColumns = (db: QueryExecutorProvider): Promise<void> =>
  engineOf(db).allowNullInJson(db, "news_feeds", "reading");
