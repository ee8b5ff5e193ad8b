import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { countRows, inBatches, readTags } from "#db/rows.ts";
import type { PromptNameRow, PromptRow } from "#db/schema.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import { type ItemSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";
import type { Prompt, PromptStars } from "#shared/prompts/prompts.ts";

/** Lists the slugs in use that equal this one or differ only in a numeric suffix. */
export async function listSlugsLike(db: Db, slug: string): Promise<string[]> {
  const rows = await db
    .selectFrom("prompt_names")
    .select("slug")
    // `:` follows the digits in ASCII.
    .where(({ eb, and, or }) =>
      or([eb("slug", "=", slug), and([eb("slug", ">=", `${slug}-0`), eb("slug", "<", `${slug}-:`)])]),
    )
    .execute();
  return rows.map((row) => row.slug);
}

export async function insertPromptNames(db: Db, rows: readonly PromptNameRow[]): Promise<void> {
  for await (const batch of inBatches(rows)) await db.insertInto("prompt_names").values(batch).execute();
}

export const readPromptToName = (db: Db, id: string) =>
  db.selectFrom("prompts").select(["id", "name"]).where("id", "=", id).executeTakeFirstOrThrow();

/** Storage of prompts. Deleting a prompt deletes its versions. */
export const promptStore: ItemStore<Prompt> = {
  table: "prompts",
  orderedBy: "dateUpdated",
  fromRow: (row: PromptRow) => ({ ...row, tags: readTags(row.tags) }),
  toRow: (prompt) => ({ ...prompt, tags: JSON.stringify(prompt.tags) }),
  toColumns: ({ tags, ...rest }) => ({ ...rest, ...(tags && { tags: JSON.stringify(tags) }) }),
};

/** Lists the starred prompts with their number of stars, and whether this user starred them. */
export async function listStars(db: Db, userId: string, limit: number): Promise<PromptStars[]> {
  const rows = await db
    .selectFrom("prompt_stars")
    .select("promptId as id")
    .select(({ fn }) => fn.countAll<number>().as("stars"))
    .select(sql<number>`max(case when "userId" = ${userId} then 1 else 0 end)`.as("own"))
    .groupBy("promptId")
    .orderBy("promptId")
    .limit(limit)
    .execute();
  return rows.map(({ own, ...row }) => ({ ...row, isStarred: own === 1 }));
}

/** Lists the ids of the prompts that a user has starred. */
export async function listIdsStarredBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("prompt_stars").select("promptId").where("userId", "=", userId).execute();
  return rows.map(({ promptId }) => promptId);
}

export const countStars = (db: Db, promptId: string): Promise<number> =>
  countRows(db.selectFrom("prompt_stars").where("promptId", "=", promptId));

export const insertStar = (db: Db, promptId: string, userId: string) =>
  db
    .insertInto("prompt_stars")
    .values({ promptId, userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteStar = (db: Db, promptId: string, userId: string) =>
  db.deleteFrom("prompt_stars").where("promptId", "=", promptId).where("userId", "=", userId).execute();

const listPromptRows = (db: Db, ids: readonly string[]) =>
  db.selectFrom("prompts").selectAll().where("id", "in", ids).execute();

export const promptTexts: ItemSource = {
  kind: "prompt",
  table: "prompts",
  shownTables: ["prompt_names"],
  columns: { title: "name", at: "dateUpdated" },
  scanBatchSize: 25,
  isFoundByTitle: true,
  async docs(db, ids) {
    return (await listPromptRows(db, ids)).map((row) => {
      const tags = readTags(row.tags);
      const { purpose, prompt, notes, modality, industry } = row;
      return toDoc("prompt", {
        itemId: row.id,
        at: row.dateUpdated,
        title: row.name,
        texts: [purpose, prompt, notes, modality, industry, tags.join(" ")],
        people: row.promptAuthor,
        tags,
        addedBy: row.userId,
      });
    });
  },
  async texts(db, ids) {
    return (await listPromptRows(db, ids)).map(({ id, name, dateUpdated, purpose, prompt, notes }) =>
      toItemTexts({ id, title: name, at: dateUpdated }, { title: name, purpose, prompt, notes }),
    );
  },
};
