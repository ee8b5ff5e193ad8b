import { type SelectQueryBuilder, sql } from "kysely";

import type { Schema } from "#db/schema.ts";

import type { Source } from "./timeline.ts";

/** Creates a source of a query's rows as candidates. An index must return them in the order of their sort keys. */
export const latestOf =
  <Table extends keyof Schema>(query: SelectQueryBuilder<Schema, Table, { place: number | null }>): Source =>
  async ({ before, count }) => {
    const place = sql.ref<number>("place");
    const rows = await query.where(place, "<", before).orderBy(place, "desc").limit(count).execute();
    return rows.flatMap((row) => row.place ?? []);
  };
