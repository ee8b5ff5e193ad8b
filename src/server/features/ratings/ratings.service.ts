import type { App, Db } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import { getItem } from "#server/kernel/items/library.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { invalidCursor, readNumberCursor, readPage } from "#server/kernel/paging/paging.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Page, PageRequest } from "#shared/kernel/paging.ts";
import type { NewRating, PromptRatings, RatedPrompt, RatingKey } from "#shared/prompts/prompts.ts";

import {
  deleteRating,
  findRating,
  listRatedPrompts,
  listRatedTools,
  listRatings,
  saveRating,
} from "./ratings.queries.ts";

const MAX_TOOLS = 50;
const MAX_RATINGS_PER_TOOL = 20;
const MAX_PROMPTS = 500;

/** Returns the tools in which a prompt is rated, best first, with the newest ratings. */
export async function promptRatings({ db }: { db: Db }, { id }: { id: string }): Promise<PromptRatings> {
  const { revision } = await getItem({ db }, promptLibrary, id);
  const tools = await listRatedTools(db, id, MAX_TOOLS);
  const ratings = await listRatings(db, {
    promptId: id,
    toolIds: tools.map(({ toolId }) => toolId),
    limit: MAX_RATINGS_PER_TOOL,
  });
  const byTool = Map.groupBy(ratings, ({ toolId }) => toolId);
  return {
    version: revision,
    tools: tools.map((tool) => ({
      ...tool,
      ratings: (byTool.get(tool.toolId) ?? []).map(({ toolId: _toolId, ...rating }) => rating),
    })),
  };
}

/** Returns the prompts that are rated in a tool, best first. */
export async function promptsInTool(
  { db }: App,
  { toolId, ...page }: PageRequest & { toolId: string },
): Promise<Page<RatedPrompt>> {
  await getItem({ db }, toolLibrary, toolId);
  const { items, nextCursor } = await readPage(
    page,
    async ({ after, limit }) => {
      const offset = readNumberCursor(after) ?? 0;
      if (offset < 0) throw invalidCursor();
      const prompts = await listRatedPrompts(db, toolId, { offset, limit: limit ?? MAX_PROMPTS });
      return prompts.map((prompt, index) => ({ prompt, end: offset + index + 1 }));
    },
    ({ prompt, end }) => [String(end), prompt.promptId],
    MAX_PROMPTS,
  );
  return { items: items.map(({ prompt }) => prompt), nextCursor };
}

/** Rates the current version of a prompt in a tool. Replaces this user's previous rating of that version. */
export const ratePrompt = (
  app: App,
  by: User,
  { id, toolId, stars, note }: NewRating,
): Promise<PromptRatings> =>
  app.db.transaction().execute(async (db) => {
    const { key, record } = await readRatedItems(app, db, by, { id, toolId });
    const before = await findRating(db, key);
    if (before?.stars !== stars || before.note !== note) {
      await saveRating(db, { ...key, stars, note, at: app.now().toISOString() });
      await record(stars);
    }
    return promptRatings({ db }, { id });
  });

/** Removes this user's rating of the current version of a prompt in a tool. Throws 404 if there is none. */
export const removeRating = (app: App, by: User, subjects: RatingKey): Promise<void> =>
  app.db.transaction().execute(async (db) => {
    const { key, record } = await readRatedItems(app, db, by, subjects);
    if (!(await findRating(db, key))) throw notFound("Rating not found");
    await deleteRating(db, key);
    await record(null);
  });

/** Reads the prompt and the tool. Returns the key of this user's rating, and a function that records the rating. */
async function readRatedItems(app: App, db: Db, by: User, { id, toolId }: RatingKey) {
  const prompt = await getItem({ db }, promptLibrary, id);
  const { name: tool } = await getItem({ db }, toolLibrary, toolId);
  const other = { kind: "tool", id: toolId };
  const subject = { actorId: by.id, kind: "prompt", itemId: id, title: prompt.name } as const;
  return {
    key: { promptId: id, version: prompt.revision, toolId, userId: by.id },
    record: (stars: number | null) =>
      recordEvents(app, db, [{ ...subject, verb: "rated", detail: { other, tool, stars } }]),
  };
}
