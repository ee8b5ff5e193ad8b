import type { QueryExecutorProvider } from "kysely";

import { engineOf } from "../engine.ts";

/** Notifies all processes when long titles change. */
export const noticesOfTitles = (db: QueryExecutorProvider): Promise<void> =>
  engineOf(db).noteChanges(db, "long_titles");
