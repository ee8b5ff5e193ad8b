import { z } from "zod";

import type { Db } from "#db/open.ts";
import type { PromptRow } from "#db/schema.ts";
import type { Slice } from "#server/paging.ts";
import type { Prompt, PromptFields } from "#shared/prompts.ts";

const tagsColumn = z.array(z.string());

const promptOfRow = (row: PromptRow): Prompt => ({ ...row, tags: tagsColumn.parse(JSON.parse(row.tags)) });

/** Prompts, last updated first. */
export async function listPromptRows(db: Db, { after, limit }: Slice): Promise<Prompt[]> {
  const rows = await db
    .selectFrom("prompts")
    .selectAll()
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("dateUpdated", "id"), "<", tuple(after?.[0] ?? "", after?.[1] ?? "")),
      ),
    )
    .orderBy("dateUpdated", "desc")
    .orderBy("id", "desc")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(promptOfRow);
}

export async function findPrompt(db: Db, id: string): Promise<Prompt | undefined> {
  const row = await db.selectFrom("prompts").selectAll().where("id", "=", id).executeTakeFirst();
  return row && promptOfRow(row);
}

// One statement takes no more than 32,766 values, a prompt is 13 of them.
const PROMPTS_PER_STATEMENT = 500;

/** Stores new prompts. */
export async function insertPrompts(db: Db, prompts: readonly Prompt[]): Promise<void> {
  const rows = prompts.map((prompt) => ({ ...prompt, tags: JSON.stringify(prompt.tags) }));
  for (let start = 0; start < rows.length; start += PROMPTS_PER_STATEMENT) {
    await db
      .insertInto("prompts")
      .values(rows.slice(start, start + PROMPTS_PER_STATEMENT))
      .execute();
  }
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
