import { randomUUID } from "node:crypto";

import type { Schema } from "#db/schema.ts";
import { firstSortKeyOf } from "#db/sort-key.ts";
import { addComment } from "#server/features/comments/comments.service.ts";
import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { addReading } from "#server/features/readings/readings.service.ts";
import { addTool } from "#server/features/tools/tools.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { newReadingSchema } from "#shared/readings/readings.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";

import { buildPerson } from "./people.ts";
import { type TestApp, testApp } from "./test-app.ts";

/** All rows of some tables, sorted, to compare them. */
export async function snapshotOf(
  app: TestApp,
  tables: readonly (keyof Schema)[],
): Promise<Record<string, string[]>> {
  const snapshot: Record<string, string[]> = {};
  for (const table of tables) {
    const rows: object[] = await app.db.selectFrom(table).selectAll().execute();
    snapshot[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return snapshot;
}

/** Tables of tools, prompts and readings, and tables derived from them. */
export const TABLES_OF_ITEMS = [
  "ai_tools",
  "prompts",
  "readings",
  "item_versions",
  "comments",
  "comment_reads",
  "comment_mentions",
  "inbox_entries",
  "watches",
  "news_articles",
  "news_marks",
  "news_readers",
  "story_counts",
  "story_quarters",
  "tool_aliases",
  "links",
  "verdicts",
  "verdict_evidence",
  "verdict_votes",
  "prompt_stars",
  "prompt_ratings",
] as const satisfies readonly (keyof Schema)[];

/** Stores articles about a tool, every fourth in the cluster of the one before. */
export async function storeArticles(
  app: TestApp,
  tool: Tool,
  { count, firstSeq = 1 }: { count: number; firstSeq?: number },
): Promise<void> {
  const common = { excerpt: null, imageUrl: null, source: null, content: "What it can do" };
  const rows = Array.from({ length: count }, (_, index) => {
    const publishedAt = new Date(Date.UTC(2026, 0, 1) + index * 900_000).toISOString();
    const place = firstSortKeyOf(publishedAt);
    return {
      ...common,
      id: randomUUID(),
      place,
      seq: firstSeq + index,
      leadPlace:
        index % 4 === 3 ? firstSortKeyOf(new Date(Date.parse(publishedAt) - 900_000).toISOString()) : null,
      title: `${tool.name} ${index}`,
      url: `https://news.example/${tool.id}/${index}`,
      publishedAt,
      toolId: tool.id,
      toolName: tool.name,
      createdAt: publishedAt,
    };
  });
  for (let start = 0; start < count; start += 500)
    await app.db
      .insertInto("news_articles")
      .values(rows.slice(start, start + 500))
      .execute();
}

/** Two users and an admin, and an empty product. */
export interface Team {
  app: TestApp;
  ada: User;
  bob: User;
  /** An admin. */
  grace: User;
}

export async function team(): Promise<Team> {
  const app = await testApp();
  const [ada, bob] = await Promise.all(["ada", "bob"].map((name) => buildPerson(app, name)));
  const grace = await buildPerson(app, "grace", "admin");
  if (!ada || !bob) throw new Error("nobody is there");
  return { app, ada: ada.user, bob: bob.user, grace: grace.user };
}

export const addSamplePrompt = ({ app, ada }: Team) =>
  addPrompt(app, ada, newPromptSchema.parse({ name: "Guide", prompt: "Act as a guide" }));
export const addSampleTool = ({ app, ada }: Team, fields: object = {}): Promise<Tool> =>
  addTool(app, ada, newToolSchema.parse({ name: "Claude", ...fields }));
export const addSampleReading = ({ app, ada }: Team) =>
  addReading(app, ada, newReadingSchema.parse({ title: "Emma", author: "Jane Austen" }));

export const addReadingComment = (
  { app }: Team,
  by: User,
  readingId: string,
  content: string,
  parentId: string | null = null,
) => addComment(app, by, { readingId, parentId, content });

/** All rows of items and their companions. */
export const readItemRows = ({ app }: Team) => snapshotOf(app, TABLES_OF_ITEMS);

/** The ledger. */
export const eventsOf = async ({ app }: Team) =>
  (await app.db.selectFrom("events").selectAll().orderBy("seq").execute()).map(({ detail, ...event }) => ({
    ...event,
    detail: JSON.parse(detail) as unknown,
  }));
