import { z } from "zod";

import type { Db } from "#db/database.ts";
import { readTags } from "#db/rows.ts";
import type { ToolRow } from "#db/schema.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import { UNDATED } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";
import type { SimilarTool, Tool } from "#shared/tools/tools.ts";

/** Lists the identifying fields of each tool, oldest id first. */
export const listIdentities = (db: Db): Promise<SimilarTool[]> =>
  db.selectFrom("ai_tools").select(["id", "name", "company", "url"]).orderBy("id").execute();

// Old rows contain plain URLs.
const releaseNotesColumn = z.array(
  z.union([
    z.object({ date: z.string(), url: z.string() }),
    z.string().transform((url): ReleaseNote => ({ date: UNDATED, url })),
  ]),
);

/** Storage of tools. */
export const toolStore: ItemStore<Tool> = {
  table: "ai_tools",
  orderedBy: "dateUpdated",
  fromRow: (row: ToolRow) => ({
    ...row,
    tags: readTags(row.tags),
    releaseNotes: row.releaseNotes === "[]" ? [] : releaseNotesColumn.parse(JSON.parse(row.releaseNotes)),
  }),
  toRow: (tool) => ({
    ...tool,
    tags: JSON.stringify(tool.tags),
    releaseNotes: JSON.stringify(tool.releaseNotes),
  }),
  toColumns: ({ tags, releaseNotes, ...rest }) => ({
    ...rest,
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(releaseNotes && { releaseNotes: JSON.stringify(releaseNotes) }),
  }),
};

/** Lists ids and names of tools, last updated first, at most `limit`. */
export const listNames = (db: Db, limit: number) =>
  db
    .selectFrom("ai_tools")
    .select(["id", "name"])
    .orderBy("dateUpdated", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
