import { z } from "zod";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/open.ts";
import type { ToolRow } from "#db/schema.ts";
import { latestFirst, type Slice } from "#server/paging.ts";
import { type ReleaseNote, UNDATED } from "#shared/release-notes.ts";
import type { Tool } from "#shared/tools.ts";

const tagsColumn = z.array(z.string());
// Old rows hold plain addresses.
const releaseNotesColumn = z.array(
  z.union([
    z.object({ date: z.string(), url: z.string() }),
    z.string().transform((url): ReleaseNote => ({ date: UNDATED, url })),
  ]),
);

const toolOfRow = (row: ToolRow): Tool => ({
  ...row,
  tags: tagsColumn.parse(JSON.parse(row.tags)),
  releaseNotes: releaseNotesColumn.parse(JSON.parse(row.releaseNotes)),
});

type ToolValues = Omit<Tool, "id">;

function columnsOf({ tags, releaseNotes, ...rest }: Partial<ToolValues>) {
  return {
    ...rest,
    ...(tags && { tags: JSON.stringify(tags) }),
    ...(releaseNotes && { releaseNotes: JSON.stringify(releaseNotes) }),
  };
}

/** Tools, last updated first. */
export async function listToolRows(db: Db, slice: Slice): Promise<Tool[]> {
  const all = db.selectFrom("ai_tools").selectAll();
  const rows = await latestFirst(all, ["dateUpdated", "id"], slice).execute();
  return rows.map(toolOfRow);
}

export async function findTool(db: Db, id: string): Promise<Tool | undefined> {
  const row = await db.selectFrom("ai_tools").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toolOfRow(row);
}

/** Stores new tools. */
export async function insertTools(db: Db, tools: readonly Tool[]): Promise<void> {
  const rows = tools.map((tool) => ({
    ...tool,
    tags: JSON.stringify(tool.tags),
    releaseNotes: JSON.stringify(tool.releaseNotes),
  }));
  for (const batch of inBatches(rows)) await db.insertInto("ai_tools").values(batch).execute();
}

/** Changes a tool that still has the given revision; answers nothing when it has another, or is gone. */
export async function updateTool(
  db: Db,
  { id, revision }: { id: string; revision: number },
  changes: Partial<ToolValues>,
): Promise<Tool | undefined> {
  const row = await db
    .updateTable("ai_tools")
    .set({ ...columnsOf(changes), revision: revision + 1 })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .returningAll()
    .executeTakeFirst();
  return row && toolOfRow(row);
}

export const deleteTool = (db: Db, id: string) =>
  db.deleteFrom("ai_tools").where("id", "=", id).returning("id").executeTakeFirst();
