import type { QueryExecutorProvider } from "kysely";

import { engineOf } from "../engine.ts";

/** Has all processes hear that titles changed which texts are searched for. */
export const noticesOfTitles = (db: QueryExecutorProvider): Promise<void> =>
  engineOf(db).noteChanges(db, "long_titles");
