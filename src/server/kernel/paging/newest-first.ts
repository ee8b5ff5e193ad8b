import { type SelectQueryBuilder, sql } from "kysely";

import type { Schema } from "#db/schema.ts";

import type { Source } from "./timeline.ts";

/** The rows that a query selects as candidates of a list; an index has to give them in the order of their places. */
export const latestOf =
  <Table extends keyof Schema>(query: SelectQueryBuilder<Schema, Table, { place: number }>): Source =>
  async ({ before, count }) => {
    const place = sql.ref<number>("place");
    const rows = await query.where(place, "<", before).orderBy(place, "desc").limit(count).execute();
    return rows.map((row) => row.place);
  };
