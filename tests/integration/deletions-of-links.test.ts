import { describe, expect, test } from "vitest";

import { addAlias, listAliases } from "#server/features/aliases/aliases.service.ts";
import { removePrompt } from "#server/features/prompts/prompts.service.ts";
import { removeReading } from "#server/features/readings/readings.service.ts";
import { addTool, removeTool } from "#server/features/tools/tools.service.ts";
import { purgeDeletion, restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { addLink, decideLink } from "#server/kernel/links/links.service.ts";
import type { ItemRef } from "#shared/kernel/items.ts";
import { newToolSchema } from "#shared/tools/tools.ts";
import {
  addSamplePrompt,
  addSampleReading,
  addSampleTool,
  snapshotOf,
  storeArticles,
  type Team,
  team,
} from "#tests/support/deletion-team.ts";

const linksOf = async ({ app }: Team) => (await snapshotOf(app, ["links"]))["links"] ?? [];

/** A team with a tool, a prompt and a reading, all linked to each other, one link rejected. */
async function linked() {
  const here = await team();
  const { app, ada, bob } = here;
  const [tool, prompt, reading] = [
    await addSampleTool(here),
    await addSamplePrompt(here),
    await addSampleReading(here),
  ];
  const refs = {
    tool: `tool:${tool.id}`,
    prompt: `prompt:${prompt.id}`,
    reading: `reading:${reading.id}`,
  } as const satisfies Record<string, ItemRef>;
  await addLink(app, ada, { from: refs.prompt, to: refs.tool });
  await addLink(app, bob, { from: refs.tool, to: refs.reading });
  const { id } = await addLink(app, bob, { from: refs.reading, to: refs.prompt });
  await decideLink(app, ada, { id, state: "rejected" });
  return { ...here, tool, prompt, reading, refs };
}

describe("links of deleted items", () => {
  test("are removed and restored with a tool, a prompt and a reading, and decisions on them stay", async () => {
    const here = await linked();
    const { app, ada, tool, prompt, reading } = here;
    const before = await linksOf(here);
    expect(before).toHaveLength(3);
    for (const remove of [
      () => removeTool(app, ada, tool),
      () => removePrompt(app, ada, prompt),
      () => removeReading(app, ada, reading),
    ]) {
      const { deletionId } = await remove();
      expect(await linksOf(here)).toHaveLength(1);
      await restoreDeletion(app, ada, { id: deletionId });
      expect(await linksOf(here)).toEqual(before);
    }
  });

  test("are restored after other deletions, in any order of restoring", async () => {
    const here = await linked();
    const { app, ada, tool, prompt, reading } = here;
    const before = await linksOf(here);
    const deletions = async () => [
      (await removeTool(app, ada, tool)).deletionId,
      (await removePrompt(app, ada, prompt)).deletionId,
      (await removeReading(app, ada, reading)).deletionId,
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      const ids = await deletions();
      expect(await linksOf(here)).toEqual([]);
      for (const index of order) await restoreDeletion(app, ada, { id: ids[index] ?? "" });
      expect(await linksOf(here)).toEqual(before);
    }
    expect(await snapshotOf(app, ["deleted_rows"])).toEqual({ deleted_rows: [] });
  });

  test("are permanently deleted with either end", async () => {
    const here = await linked();
    const { app, ada, grace, tool, prompt, reading } = here;
    const ofTool = await removeTool(app, ada, tool);
    const ofPrompt = await removePrompt(app, ada, prompt);
    await purgeDeletion(app, grace, { id: ofPrompt.deletionId });
    await restoreDeletion(app, ada, { id: ofTool.deletionId });
    expect(await linksOf(here)).toEqual([expect.stringContaining(reading.id)]);
    await purgeDeletion(app, grace, { id: (await removeTool(app, ada, tool)).deletionId });
    expect(await linksOf(here)).toEqual([]);
    expect(await snapshotOf(app, ["deleted_rows"])).toEqual({ deleted_rows: [] });
  });

  test("are restored with hundreds of articles of a tool", async () => {
    const here = await team();
    const { app, ada } = here;
    const [tool, other] = [await addSampleTool(here), await addSampleTool(here, { name: "Whisper" })];
    await storeArticles(app, tool, { count: 150 });
    const articles = await app.db.selectFrom("news_articles").select("id").execute();
    const link = { spelled: null, excerpt: null, field: null, decidedBy: null, decidedAt: null, at: "" };
    const found = { ...link, how: "name", state: "found", fromKind: "article", toKind: "tool" } as const;
    for (const { id: fromId } of articles)
      await app.db
        .insertInto("links")
        .values([tool, other].map(({ id: toId }) => ({ ...found, id: `${fromId}-${toId}`, fromId, toId })))
        .execute();
    const before = await linksOf(here);
    expect(before).toHaveLength(300);
    const { deletionId } = await removeTool(app, ada, tool);
    expect(await linksOf(here)).toEqual([]);
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await linksOf(here)).toEqual(before);
  });

  test("have their decisions, even if the same link was found again in the meantime", async () => {
    const here = await linked();
    const { app, ada, tool } = here;
    const before = await linksOf(here);
    const rows = await app.db.selectFrom("links").selectAll().where("toKind", "=", "tool").execute();
    const { deletionId } = await removeTool(app, ada, tool);
    const strays = rows.map((row) => ({ ...row, id: `new-${row.id}`, how: "name", state: "found" }) as const);
    await app.db.insertInto("links").values(strays).execute();
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await linksOf(here)).toEqual(before);
  });

  test("don't name deleted accounts", async () => {
    const here = await linked();
    const { app, ada, bob, tool } = here;
    const { deletionId } = await removeTool(app, ada, tool);
    await app.db.deleteFrom("users").where("id", "=", bob.id).execute();
    await restoreDeletion(app, ada, { id: deletionId });
    const rows = await app.db.selectFrom("links").select(["toKind", "decidedBy"]).orderBy("toKind").execute();
    expect(rows).toEqual([
      { toKind: "prompt", decidedBy: ada.id },
      { toKind: "reading", decidedBy: null },
      { toKind: "tool", decidedBy: ada.id },
    ]);
  });
});

test("a tool is restored without names that other tools now have", async () => {
  const here = await team();
  const { app, ada } = here;
  const tool = await addSampleTool(here, { name: "ChatGPT" });
  for (const alias of ["GPT", "GPT-4o", "Oracle"]) await addAlias(app, ada, { toolId: tool.id, alias });
  const { deletionId } = await removeTool(app, ada, tool);
  const other = await addTool(app, ada, newToolSchema.parse({ name: "Oracle" }));
  await addAlias(app, ada, { toolId: other.id, alias: "gpt" });
  await restoreDeletion(app, ada, { id: deletionId });
  const { items } = await listAliases(app, { toolId: tool.id });
  expect(items.map(({ spelled }) => spelled)).toEqual(["GPT-4o"]);
});
