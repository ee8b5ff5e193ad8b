import { type Expression, sql } from "kysely";
import { z } from "zod";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows } from "#db/rows.ts";
import { findSetting, storeSetting } from "#db/settings.ts";
import type { Slice } from "#server/kernel/paging/paging.ts";
import type { ServedPrompt } from "#shared/assistants/assistants.ts";

const SETTING = "assistants";
const settingsSchema = z.object({ guidance: z.string(), servedTags: z.array(z.string()).nullable() });
type Settings = z.infer<typeof settingsSchema>;

/** Returns the admins' settings for assistants. */
export async function readSettings(db: Db): Promise<Settings> {
  const value = await findSetting(db, SETTING);
  return value === undefined ? { guidance: "", servedTags: null } : settingsSchema.parse(JSON.parse(value));
}

export const saveSettings = (db: Db, settings: Settings): Promise<void> =>
  storeSetting(db, SETTING, JSON.stringify(settings));

/** Filter for served prompts: those with one of these tags, ignoring case, optionally only skills. */
export interface Served {
  tags: readonly string[] | null;
  skills: boolean;
}

function hasTag(db: Db, tags: readonly string[]): Expression<boolean> {
  const { jsonItems, lowerCase, valuesOf } = engineOf(db);
  const inLowerCase = tags.map((tag) => tag.toLowerCase());
  return sql<boolean>`exists (
    select 1 from ${jsonItems(sql.ref("prompts.tags"))} as tag
    where ${lowerCase(sql.ref("tag.value"))} in ${valuesOf(inLowerCase)})`;
}

const served = (db: Db, { tags, skills }: Served) =>
  db
    .selectFrom("prompt_names")
    .innerJoin("prompts", "prompts.id", "prompt_names.promptId")
    .$if(tags !== null, (all) => all.where(hasTag(db, tags ?? [])))
    .$if(skills, (all) => all.where("prompt_names.isSkill", "=", sql.lit(1)));

const texts = (db: Db, which: Served) =>
  served(db, which).select([
    "prompt_names.slug",
    "prompts.id",
    "prompts.name",
    "prompts.purpose",
    "prompts.prompt",
    "prompts.revision",
  ]);

/** Returns served prompts sorted by slug. */
export const listServed = (db: Db, which: Served, { after, limit }: Slice): Promise<ServedPrompt[]> =>
  texts(db, which)
    .$if(after !== null, (all) => all.where("slug", ">", after?.[0] ?? ""))
    .orderBy("slug")
    .$if(limit !== null, (all) => all.limit(limit ?? 0))
    .execute();

export const findServed = (db: Db, which: Served, slug: string): Promise<ServedPrompt | undefined> =>
  texts(db, which).where("slug", "=", slug).executeTakeFirst();

export const findServedById = (db: Db, which: Served, id: string): Promise<ServedPrompt | undefined> =>
  texts(db, which).where("prompts.id", "=", id).executeTakeFirst();

const MOST_OF_ONE_TITLE = 10;

/** Returns prompts with a title, ignoring case, sorted by slug. */
export const listServedByTitle = (db: Db, which: Served, title: string): Promise<ServedPrompt[]> =>
  texts(db, which)
    .where(engineOf(db).lowerCase(sql.ref("prompts.name")), "=", title.toLowerCase())
    .orderBy("slug")
    .limit(MOST_OF_ONE_TITLE)
    .execute();

export const countServed = (db: Db, which: Served): Promise<number> => countRows(served(db, which));

/** Returns the name and skill setting of a prompt. */
export const findPromptName = (db: Db, promptId: string) =>
  db
    .selectFrom("prompt_names")
    .innerJoin("prompts", "prompts.id", "prompt_names.promptId")
    .select(["prompt_names.slug", "prompt_names.isSkill", "prompts.name"])
    .where("promptId", "=", promptId)
    .executeTakeFirst();

export const updateIsSkill = (db: Db, promptId: string, isSkill: boolean) =>
  db
    .updateTable("prompt_names")
    .set({ isSkill: Number(isSkill) })
    .where("promptId", "=", promptId)
    .execute();
