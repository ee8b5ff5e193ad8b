import { describe, expect, test } from "vitest";

import { removeTool } from "#server/features/tools/tools.service.ts";
import { radar } from "#server/features/verdicts/radar.service.ts";
import {
  presentVerdicts,
  toolVerdict,
  verdictHistory,
  vote,
} from "#server/features/verdicts/verdicts.service.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { RINGS } from "#shared/verdicts/rings.ts";
import { snapshotOf } from "#tests/support/deletion-team.ts";
import { decideNow, makeWorld } from "#tests/support/verdict-team.ts";

describe("a deleted tool", () => {
  test("is deleted and restored with its verdicts, evidence and votes", async () => {
    const world = await makeWorld();
    const { app, ada, bob } = world;
    const toolId = await world.addTool("Whisper");
    const otherId = await world.addTool("Cursor");
    const evidence = [{ ref: `tool:${otherId}`, stance: "against" }];
    for (const ring of RINGS) await decideNow(world, ada, toolId, ring, { evidence });
    await decideNow(world, bob, otherId, "adopt");
    for (const user of [ada, bob]) await vote(app, user, { toolId, ring: "hold", note: "No" });
    const named = { createdBy: ada.id, createdAt: app.now().toISOString() };
    await app.db
      .insertInto("tool_aliases")
      .values({ toolId, folded: "wsp", spelled: "WSP", ...named })
      .execute();
    const tables = ["ai_tools", "tool_aliases", "verdicts", "verdict_evidence", "verdict_votes"] as const;
    const before = await snapshotOf(app, tables);
    expect((await presentVerdicts(app)).items).toHaveLength(2);
    const { deletionId } = await removeTool(app, bob, { id: toolId });
    expect(await snapshotOf(app, ["verdict_evidence", "verdict_votes", "tool_aliases"])).toEqual({
      verdict_evidence: [],
      verdict_votes: [],
      tool_aliases: [],
    });
    expect((await presentVerdicts(app)).items).toMatchObject([{ toolId: otherId }]);
    expect((await radar(app, {})).blips).toHaveLength(1);
    await restoreDeletion(app, bob, { id: deletionId });
    expect(await snapshotOf(app, tables)).toEqual(before);
    expect((await presentVerdicts(app)).items).toHaveLength(2);
  });

  test("is restored without names and votes of deleted accounts", async () => {
    const world = await makeWorld();
    const { app, ada, bob } = world;
    const toolId = await world.addTool("Whisper");
    await decideNow(world, bob, toolId, "trial");
    await decideNow(world, ada, toolId, "adopt");
    for (const user of [ada, bob]) await vote(app, user, { toolId, ring: "hold", note: null });
    const named = { createdBy: bob.id, createdAt: app.now().toISOString() };
    await app.db
      .insertInto("tool_aliases")
      .values({ toolId, folded: "wsp", spelled: "WSP", ...named })
      .execute();
    const { deletionId } = await removeTool(app, ada, { id: toolId });
    await app.db.deleteFrom("users").where("id", "=", bob.id).execute();
    await restoreDeletion(app, ada, { id: deletionId });
    const restored = await toolVerdict(app, ada, { toolId });
    expect(restored.votes.map(({ user }) => user.username)).toEqual(["ada"]);
    const { items } = await verdictHistory(app, { toolId });
    expect(items.map(({ ring, decidedBy }) => [ring, decidedBy?.username ?? null])).toEqual([
      ["adopt", "ada"],
      ["trial", null],
    ]);
    const aliases = await app.db.selectFrom("tool_aliases").select(["spelled", "createdBy"]).execute();
    expect(aliases).toEqual([{ spelled: "WSP", createdBy: null }]);
  });

  test("stays in the evidence without its title", async () => {
    const world = await makeWorld();
    const { app, ada } = world;
    const [toolId, otherId] = [await world.addTool("Whisper"), await world.addTool("Cursor")];
    const evidence = [{ ref: `tool:${otherId}`, stance: "for" }];
    await decideNow(world, ada, toolId, "trial", { evidence });
    await removeTool(app, ada, { id: otherId });
    const { verdict } = await toolVerdict(app, ada, { toolId });
    expect(verdict?.evidence).toEqual([{ ...evidence[0], title: null }]);
  });
});

test("of a deleted account retains verdicts without a name, and loses votes", async () => {
  const world = await makeWorld();
  const { app, ada, bob } = world;
  const toolId = await world.addTool("Whisper");
  await decideNow(world, bob, toolId, "trial");
  await vote(app, bob, { toolId, ring: "adopt", note: null });
  expect((await toolVerdict(app, ada, { toolId })).verdict?.decidedBy?.username).toBe("bob");
  await app.db.deleteFrom("users").where("id", "=", bob.id).execute();
  expect(await toolVerdict(app, ada, { toolId })).toMatchObject({
    verdict: { ring: "trial", decidedBy: null },
    votes: [],
    tally: { adopt: 0 },
  });
  expect((await presentVerdicts(app)).items).toEqual([{ toolId, ring: "trial" }]);
});
