import { type Expression, sql } from "kysely";
import { z } from "zod";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { countRows } from "#db/rows.ts";
import { findSetting, storeSetting } from "#db/settings.ts";
import type { PageSlice } from "#server/kernel/paging/paging.ts";
import type { ServedPrompt } from "#shared/assistants/assistants.ts";

const SETTING = "assistants";
const settingsSchema = z.object({ guidance: z.string(), servedTags: z.array(z.string()).nullable() });
type Settings = z.infer<typeof settingsSchema>;

/** Returns the administrators' settings for assistants. */
export async function readSettings(db: Db): Promise<Settings> {
  const value = await findSetting(db, SETTING);
  return value === undefined ? { guidance: "", servedTags: null } : settingsSchema.parse(JSON.parse(value));
}

export const saveSettings = (db: Db, settings: Settings): Promise<void> =>
  storeSetting(db, SETTING, JSON.stringify(settings));

/** Selects the prompts with one of these tags, ignoring case. Null for any tag. `skills` selects skills only. */
export interface ServedFilter {
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

const servedPrompts = (db: Db, { tags, skills }: ServedFilter) =>
  db
    .selectFrom("prompt_names")
    .innerJoin("prompts", "prompts.id", "prompt_names.promptId")
    .$if(tags !== null, (all) => all.where(hasTag(db, tags ?? [])))
    .$if(skills, (all) => all.where("prompt_names.isSkill", "=", sql.lit(1)));

const servedTexts = (db: Db, filter: ServedFilter) =>
  servedPrompts(db, filter).select([
    "prompt_names.slug",
    "prompts.id",
    "prompts.name",
    "prompts.purpose",
    "prompts.prompt",
    "prompts.revision",
  ]);

/** Returns served prompts sorted by slug. */
export const listServed = (
  db: Db,
  filter: ServedFilter,
  { after, limit }: PageSlice,
): Promise<ServedPrompt[]> =>
  servedTexts(db, filter)
    .$if(after !== null, (all) => all.where("slug", ">", after?.[0] ?? ""))
    .orderBy("slug")
    .$if(limit !== null, (all) => all.limit(limit ?? 0))
    .execute();

export const findServed = (db: Db, filter: ServedFilter, slug: string): Promise<ServedPrompt | undefined> =>
  servedTexts(db, filter).where("slug", "=", slug).executeTakeFirst();

export const findServedById = (db: Db, filter: ServedFilter, id: string): Promise<ServedPrompt | undefined> =>
  servedTexts(db, filter).where("prompts.id", "=", id).executeTakeFirst();

const MAX_PROMPTS_PER_TITLE = 10;

/** Returns the prompts with a title, ignoring case, sorted by slug. */
export const listServedByTitle = (db: Db, filter: ServedFilter, title: string): Promise<ServedPrompt[]> =>
  servedTexts(db, filter)
    .where(engineOf(db).lowerCase(sql.ref("prompts.name")), "=", title.toLowerCase())
    .orderBy("slug")
    .limit(MAX_PROMPTS_PER_TITLE)
    .execute();

export const countServed = (db: Db, filter: ServedFilter): Promise<number> =>
  countRows(servedPrompts(db, filter));

/** Returns a prompt's title, slug and skill setting. */
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
