import { describe, expect, test } from "vitest";

import {
  addPrompt,
  editPrompt,
  listPromptStars,
  removePrompt,
  setPromptFlags,
} from "#server/features/prompts/prompts.service.ts";
import {
  promptRatings,
  promptsInTool,
  ratePrompt,
  removeRating,
} from "#server/features/ratings/ratings.service.ts";
import { editTool, removeTool } from "#server/features/tools/tools.service.ts";
import { purgeDeletion, restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { snapshotOf } from "#tests/support/deletion-team.ts";
import { eventsOf, makeWorld, type World } from "#tests/support/verdict-team.ts";

async function start() {
  const world = await makeWorld();
  const { app, ada } = world;
  const add = (name: string) =>
    addPrompt(app, ada, newPromptSchema.parse({ name, prompt: `Act as ${name}` }));
  const prompt = await add("Bug report");
  const [claude, cursor] = [await world.addTool("Claude"), await world.addTool("Cursor")];
  const rate = (by: User, toolId: string, stars: number, note: string | null = null, id = prompt.id) =>
    ratePrompt(app, by, { id, toolId, stars, note });
  return { ...world, world, add, prompt, claude, cursor, rate };
}

const summaryOf = async ({ app }: Pick<World, "app">, id: string) =>
  (await promptRatings(app, { id })).tools.map(({ toolName, stars, count, version, isCurrent }) => [
    toolName,
    stars,
    count,
    version,
    isCurrent,
  ]);

describe("ratings", () => {
  test("are averaged by tool, best first, one by each person", async () => {
    const world = await start();
    const { ada, bob, claude, cursor, prompt, rate } = world;
    await rate(ada, cursor, 3);
    await rate(ada, claude, 2);
    await rate(ada, claude, 5, "needs the schema first");
    await rate(bob, claude, 4);
    expect(await summaryOf(world, prompt.id)).toEqual([
      ["Claude", 4.5, 2, 1, true],
      ["Cursor", 3, 1, 1, true],
    ]);
    const { tools } = await promptRatings(world.app, { id: prompt.id });
    expect(new Map(tools[0]?.ratings.map(({ user, note }) => [user.username, note]))).toEqual(
      new Map([
        ["ada", "needs the schema first"],
        ["bob", null],
      ]),
    );
    expect((await eventsOf(world, "rated")).map(({ detail }) => detail)).toEqual([
      { other: { kind: "tool", id: cursor }, tool: "Cursor", stars: 3 },
      { other: { kind: "tool", id: claude }, tool: "Claude", stars: 2 },
      { other: { kind: "tool", id: claude }, tool: "Claude", stars: 5 },
      { other: { kind: "tool", id: claude }, tool: "Claude", stars: 4 },
    ]);
    await rate(bob, claude, 4);
    expect(await eventsOf(world, "rated")).toHaveLength(4);
  });

  test("of an old version stay until the new one is rated in that tool", async () => {
    const world = await start();
    const { app, ada, bob, claude, cursor, prompt, rate } = world;
    for (const tool of [claude, cursor]) await rate(ada, tool, 5);
    await editPrompt(app, bob, { id: prompt.id, prompt: "Act as a bug", note: null });
    await rate(bob, claude, 2);
    await editTool(app, bob, { id: claude, name: "Claude 5" });
    expect(await summaryOf(world, prompt.id)).toEqual([
      ["Cursor", 5, 1, 1, false],
      ["Claude 5", 2, 1, 2, true],
    ]);
    const { tools, version } = await promptRatings(app, { id: prompt.id });
    expect(version).toBe(2);
    expect(tools[1]?.ratings.map((rating) => [rating.version, rating.stars])).toEqual([
      [2, 2],
      [1, 5],
    ]);
    await removeRating(app, bob, { id: prompt.id, toolId: claude });
    expect(await summaryOf(world, prompt.id)).toContainEqual(["Claude 5", 5, 1, 1, false]);
  });

  test("list the prompts of a tool, best first and page by page", async () => {
    const { app, add, ada, bob, claude, prompt, rate } = await start();
    const poet = await add("Poet");
    const chef = await add("Chef");
    await rate(ada, claude, 4, null, poet.id);
    await rate(ada, claude, 5, null, chef.id);
    for (const by of [ada, bob]) await rate(by, claude, 4, null, prompt.id);
    const first = await promptsInTool(app, { toolId: claude, limit: 2 });
    const second = await promptsInTool(app, { toolId: claude, limit: 2, cursor: first.nextCursor ?? "" });
    expect([...first.items, ...second.items].map(({ promptName }) => promptName)).toEqual([
      "Chef",
      "Bug report",
      "Poet",
    ]);
    expect(second.nextCursor).toBeNull();
    const negative = Buffer.from('["-1",""]').toString("base64url");
    await expect(promptsInTool(app, { toolId: claude, cursor: negative })).rejects.toThrow(
      "This cursor is invalid",
    );
  });

  test("are saved and removed by REST, with limits", async () => {
    const { as, ada, prompt, claude } = await start();
    const call = as(ada);
    const path = `/api/prompts/${prompt.id}/ratings/${claude}`;
    for (const stars of [0, 6, 1.5, "4", null]) expect((await call("PUT", path, { stars })).status).toBe(400);
    expect((await call("PUT", path, { stars: 4, note: "x".repeat(201) })).status).toBe(400);
    const saved = await call("PUT", path, { stars: 4, note: " good " });
    expect([saved.status, saved.body.tools[0].ratings[0].note]).toEqual([200, "good"]);
    expect((await call("GET", `/api/ai-tools/${claude}/prompts`)).body).toMatchObject([
      { stars: 4, count: 1 },
    ]);
    expect((await call("DELETE", path)).status).toBe(204);
    expect((await call("DELETE", path)).body).toMatchObject({ message: "Rating not found" });
    const unknown = await call("PUT", `/api/prompts/${prompt.id}/ratings/none`, { stars: 4 });
    expect([unknown.status, unknown.body.message]).toEqual([404, "Tool not found"]);
  });
});

describe("deleting", () => {
  const TABLES = ["prompt_ratings", "prompt_stars"] as const;

  async function rated() {
    const world = await start();
    const { app, ada, bob, claude, cursor, prompt, rate } = world;
    for (const by of [ada, bob]) for (const tool of [claude, cursor]) await rate(by, tool, 4, "good");
    await app.db.insertInto("prompt_stars").values({ promptId: prompt.id, userId: bob.id }).execute();
    const remove = {
      prompt: () => removePrompt(app, ada, { id: prompt.id }),
      tool: () => removeTool(app, ada, { id: claude }),
    };
    return { ...world, before: await snapshotOf(app, TABLES), remove };
  }

  test.each(["prompt", "tool"] as const)("a %s takes its ratings along, and restores them", async (kind) => {
    const { app, ada, before, remove } = await rated();
    const { deletionId } = await remove[kind]();
    const { prompt_ratings: left } = await snapshotOf(app, TABLES);
    expect(left).toHaveLength(kind === "prompt" ? 0 : 2);
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await snapshotOf(app, TABLES)).toEqual(before);
  });

  test.each([
    ["prompt", "tool"],
    ["tool", "prompt"],
  ] as const)("the %s, then the %s restores the ratings with the last of them", async (first, second) => {
    for (const isReversed of [false, true]) {
      const { app, ada, before, remove } = await rated();
      const deletions = [await remove[first](), await remove[second]()];
      const [one, other] = isReversed ? deletions.toReversed() : deletions;
      await restoreDeletion(app, ada, { id: one?.deletionId ?? "" });
      expect((await snapshotOf(app, ["prompt_ratings"])).prompt_ratings?.length).toBeLessThan(4);
      await restoreDeletion(app, ada, { id: other?.deletionId ?? "" });
      expect(await snapshotOf(app, TABLES)).toEqual(before);
    }
  });

  test("ratings of a permanently deleted tool are not restored", async () => {
    const { app, ada, grace, prompt, remove } = await rated();
    const ofPrompt = await remove.prompt();
    const ofTool = await remove.tool();
    await purgeDeletion(app, grace, { id: ofTool.deletionId });
    await restoreDeletion(app, ada, { id: ofPrompt.deletionId });
    expect(await summaryOf({ app }, prompt.id)).toEqual([["Cursor", 4, 2, 1, true]]);
  });

  test("ratings and stars of a deleted account are not restored", async () => {
    const { app, ada, bob, prompt, remove } = await rated();
    const { deletionId } = await remove.prompt();
    await app.db.deleteFrom("users").where("id", "=", bob.id).execute();
    await restoreDeletion(app, ada, { id: deletionId });
    expect(await summaryOf({ app }, prompt.id)).toEqual([
      ["Claude", 4, 1, 1, true],
      ["Cursor", 4, 1, 1, true],
    ]);
    expect((await snapshotOf(app, ["prompt_stars"])).prompt_stars).toEqual([]);
  });
});

test("stars are counted for everyone and shown to their owner", async () => {
  const { app, as, ada, bob, prompt } = await start();

  await setPromptFlags(app, ada, { id: prompt.id, isStarred: true });
  await setPromptFlags(app, ada, { id: prompt.id, isStarred: true });
  expect(await setPromptFlags(app, bob, { id: prompt.id, isStarred: true })).toMatchObject({ stars: 2 });
  await setPromptFlags(app, bob, { id: prompt.id, isStarred: false });
  expect((await listPromptStars(app, ada)).items).toEqual([{ id: prompt.id, stars: 1, isStarred: true }]);
  expect((await listPromptStars(app, bob)).items).toEqual([{ id: prompt.id, stars: 1, isStarred: false }]);
  expect((await as(bob)("GET", "/api/prompts")).body).toHaveLength(1);
});
