import { sql } from "kysely";
import { z } from "zod";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { readTags } from "#db/rows.ts";
import type { ToolRow } from "#db/schema.ts";
import type { ItemStore } from "#server/kernel/items/item-store.ts";
import { type ItemSource, toDoc, toItemTexts } from "#server/kernel/texts/text-source.ts";
import type { ToolMemory } from "#shared/imports/tool-memory.ts";
import { UNDATED } from "#shared/tools/release-note-list.ts";
import type { ReleaseNote } from "#shared/tools/release-notes.ts";
import type { SimilarTool, Tool } from "#shared/tools/tools.ts";
import { NO_VERDICT, type Ring } from "#shared/verdicts/rings.ts";

/** Lists the name, company and URL of each tool, sorted by id. */
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
export const listIdsAndNames = (db: Db, limit: number) =>
  db
    .selectFrom("ai_tools")
    .select(["id", "name"])
    .orderBy("dateUpdated", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();

export const toolTexts: ItemSource = {
  kind: "tool",
  table: "ai_tools",
  columns: { title: "name", at: "dateUpdated" },
  scanBatchSize: 50,
  async docs(db, ids) {
    const rows = await db.selectFrom("ai_tools").selectAll().where("id", "in", ids).execute();
    const verdicts = await listCurrentVerdicts(db, ids);
    const notes = await listVoteNotes(db, ids);
    return rows.map((tool) => {
      const tags = readTags(tool.tags);
      const { use, capabilities, modality, industry, url } = tool;
      const verdict = verdicts.get(tool.id);
      const sentences = [verdict?.reason ?? null, ...(notes.get(tool.id) ?? [])];
      return toDoc("tool", {
        itemId: tool.id,
        at: tool.dateUpdated,
        title: tool.name,
        texts: [use, capabilities, tool.notes, modality, industry, tags.join(" "), url, ...sentences],
        people: tool.company,
        tags,
        addedBy: tool.userId,
        verdict: verdict?.ring ?? NO_VERDICT,
      });
    });
  },
  async texts(db, ids) {
    const rows = await db
      .selectFrom("ai_tools")
      .select(["id", "name", "use", "capabilities", "notes", "dateUpdated"])
      .where("id", "in", ids)
      .execute();
    return rows.map(({ id, name, dateUpdated, ...texts }) =>
      toItemTexts({ id, title: name, at: dateUpdated }, texts),
    );
  },
};

/** Maximum length of a tool's vote notes in the search index, in characters. */
const MAX_NOTES_LENGTH = 20_000;

/** Returns the ring and reason of each tool's current verdict. Omits tools without one. */
async function listCurrentVerdicts(
  db: Db,
  toolIds: readonly string[],
): Promise<Map<string, { ring: Ring; reason: string }>> {
  const rows = await db
    .selectFrom("verdicts as verdict")
    .select(["verdict.toolId", "verdict.ring", "verdict.reason"])
    .where("verdict.toolId", "in", engineOf(db).valuesOf(toolIds))
    .where(
      sql<boolean>`verdict.revision = (
        select max(newest.revision) from verdicts as newest where newest."toolId" = verdict."toolId")`,
    )
    .execute();
  return new Map(rows.map(({ toolId, ...verdict }) => [toolId, verdict]));
}

/** Returns the notes of the votes on each tool, latest first. */
async function listVoteNotes(db: Db, toolIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom("verdict_votes")
    .select(["toolId", "note", "votedAt"])
    .where("toolId", "in", toolIds)
    .where("note", "is not", null)
    .execute();
  const notes = new Map<string, string[]>();
  for (const { toolId, note } of rows.toSorted((a, b) => b.votedAt.localeCompare(a.votedAt))) {
    const earlierNotes = notes.get(toolId) ?? [];
    const length = earlierNotes.reduce((sum, text) => sum + text.length, 0);
    if (note !== null && length < MAX_NOTES_LENGTH) notes.set(toolId, [...earlierNotes, note]);
  }
  return notes;
}

/** Returns the aliases and current verdict of each tool, by tool id. Tools without both may be absent. */
export async function listToolMemory(
  db: Db,
  toolIds: readonly string[],
): Promise<ReadonlyMap<string, ToolMemory>> {
  const memories = new Map<string, ToolMemory>();
  const memoryOf = (toolId: string): ToolMemory => {
    const memory = memories.get(toolId) ?? { aliases: [], verdict: null };
    memories.set(toolId, memory);
    return memory;
  };
  for (const { toolId, spelled } of await listAliases(db, toolIds)) memoryOf(toolId).aliases.push(spelled);
  for (const [toolId, verdict] of await listCurrentVerdicts(db, toolIds)) memoryOf(toolId).verdict = verdict;
  return memories;
}

const listAliases = (db: Db, toolIds: readonly string[]) =>
  db
    .selectFrom("tool_aliases")
    .select(["toolId", "spelled"])
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .orderBy("toolId")
    .orderBy("createdAt")
    .orderBy("folded")
    .execute();
