import { z } from "zod";

import { inBatches } from "#db/batches.ts";
import type { Db } from "#db/open.ts";
import type { PromptRow } from "#db/schema.ts";
import { latestFirst, type Slice } from "#server/paging.ts";
import type { Prompt, PromptFields } from "#shared/prompts.ts";

const tagsColumn = z.array(z.string());

const promptOfRow = (row: PromptRow): Prompt => ({ ...row, tags: tagsColumn.parse(JSON.parse(row.tags)) });

/** Prompts, last updated first. */
export async function listPromptRows(db: Db, slice: Slice): Promise<Prompt[]> {
  const all = db.selectFrom("prompts").selectAll();
  const rows = await latestFirst(all, ["dateUpdated", "id"], slice).execute();
  return rows.map(promptOfRow);
}

export async function findPrompt(db: Db, id: string): Promise<Prompt | undefined> {
  const row = await db.selectFrom("prompts").selectAll().where("id", "=", id).executeTakeFirst();
  return row && promptOfRow(row);
}

/** Stores new prompts. */
export async function insertPrompts(db: Db, prompts: readonly Prompt[]): Promise<void> {
  const rows = prompts.map((prompt) => ({ ...prompt, tags: JSON.stringify(prompt.tags) }));
  for (const batch of inBatches(rows)) await db.insertInto("prompts").values(batch).execute();
}

/** Changes a prompt as it was read; its revision grows by one. */
export async function updatePrompt(
  db: Db,
  { id, revision }: Pick<Prompt, "id" | "revision">,
  { tags, ...changes }: Partial<PromptFields> & Pick<Prompt, "dateUpdated">,
): Promise<Prompt> {
  const row = await db
    .updateTable("prompts")
    .set({ ...changes, ...(tags && { tags: JSON.stringify(tags) }), revision: revision + 1 })
    .where("id", "=", id)
    .where("revision", "=", revision)
    .returningAll()
    .executeTakeFirstOrThrow();
  return promptOfRow(row);
}

/** Deletes a prompt with all its versions. */
export const deletePrompt = (db: Db, id: string) =>
  db.deleteFrom("prompts").where("id", "=", id).returning("id").executeTakeFirst();
