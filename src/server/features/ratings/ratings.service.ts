import type { App, Db } from "#server/app.ts";
import { notFound } from "#server/errors.ts";
import { promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { toolLibrary } from "#server/features/tools/tools.service.ts";
import {
  type Belonging,
  type ManyBelongings,
  type SavedRow,
  fitPeople,
  fitRows,
  justThese,
  rowsOfItem,
} from "#server/kernel/items/belongings.service.ts";
import { getItem } from "#server/kernel/items/library.service.ts";
import { findSavedRow, putRowsBack, saveMoreRows } from "#server/kernel/items/trash.service.ts";
import { recordEvents } from "#server/kernel/ledger/ledger.service.ts";
import { invalidCursor, numberOf, readPage } from "#server/kernel/paging/paging.ts";
import { titlesOf } from "#server/kernel/texts/texts.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { formatItemRef } from "#shared/kernel/items.ts";
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

const SHOWN_TOOLS = 50;
const SHOWN_RATINGS_OF_TOOL = 20;
const MOST_PROMPTS = 500;

/** Returns the tools with ratings of a prompt, best first, with the newest ratings. */
export async function promptRatings({ db }: { db: Db }, { id }: { id: string }): Promise<PromptRatings> {
  const { revision } = await getItem({ db }, promptLibrary, id);
  const tools = await listRatedTools(db, id, SHOWN_TOOLS);
  const ratings = await listRatings(db, {
    promptId: id,
    toolIds: tools.map(({ toolId }) => toolId),
    limit: SHOWN_RATINGS_OF_TOOL,
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

/** Returns the prompts with ratings in a tool, best first. */
export async function promptsInTool(
  { db }: App,
  { toolId, ...page }: PageRequest & { toolId: string },
): Promise<Page<RatedPrompt>> {
  await getItem({ db }, toolLibrary, toolId);
  const { items, nextCursor } = await readPage(
    page,
    async ({ after, limit }) => {
      const offset = numberOf(after) ?? 0;
      if (offset < 0) throw invalidCursor();
      const prompts = await listRatedPrompts(db, toolId, { offset, limit: limit ?? MOST_PROMPTS });
      return prompts.map((prompt, index) => ({ prompt, end: offset + index + 1 }));
    },
    ({ prompt, end }) => [String(end), prompt.promptId],
    MOST_PROMPTS,
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
    const { key, record } = await readSubjects(app, db, by, { id, toolId });
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
    const { key, record } = await readSubjects(app, db, by, subjects);
    if (!(await findRating(db, key))) throw notFound("Rating not found");
    await deleteRating(db, key);
    await record(null);
  });

/** Reads the prompt and the tool. Returns the key of this user's rating, and a function that records the rating. */
async function readSubjects(app: App, db: Db, by: User, { id, toolId }: RatingKey) {
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

/** The two items of a rating, with the columns of their ids. */
const ENDS = [
  { kind: "prompt", column: "promptId", table: "prompts" },
  { kind: "tool", column: "toolId", table: "ai_tools" },
] as const;

/** The ratings of a prompt, or in a tool, which are deleted and restored with it. */
export const ratingsOf = (kind: "prompt" | "tool"): Belonging => ({
  ...rowsOfItem({
    table: "prompt_ratings",
    itemColumn: `${kind}Id`,
    key: ["promptId", "toolId", "version", "userId"],
  }),
  async restore(db, _itemId, rows) {
    for await (const batch of rows()) await restoreRatings(db, batch);
  },
});

/** Restores ratings that were added to this deletion while their other item was deleted. */
export const withDeferredRatings: ManyBelongings = {
  take: () => Promise.resolve([]),
  restore: { prompt_ratings: (db, _deletion, rows) => restoreRatings(db, rows) },
};

/** Restores ratings, except by deleted accounts. If the other item is deleted, adds the rating to that deletion. */
async function restoreRatings(db: Db, saved: readonly SavedRow[]): Promise<void> {
  const rows = fitRows(saved, await fitPeople("userId", "away")(db, justThese(saved)));
  const endsOf = (row: SavedRow) => ENDS.map(({ column, ...end }) => ({ ...end, id: String(row[column]) }));
  const there = await titlesOf(db, rows.flatMap(endsOf));
  const deletedEndOf = (row: SavedRow) => endsOf(row).find((end) => !there.has(formatItemRef(end)));
  const complete = rows.filter((row) => !deletedEndOf(row));
  if (complete.length > 0) await putRowsBack(db, "prompt_ratings", complete);
  for (const row of rows) {
    const end = deletedEndOf(row);
    const deleted = end && (await findSavedRow(db, end.table, end.id));
    if (deleted) await saveMoreRows(db, deleted.deletionId, "prompt_ratings", [row]);
  }
}
