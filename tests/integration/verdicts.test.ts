import { describe, expect, test } from "vitest";

import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { radar } from "#server/features/verdicts/radar.service.ts";
import {
  presentVerdicts,
  toolVerdict,
  verdictHistory,
  vote,
} from "#server/features/verdicts/verdicts.service.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import { type Ring, RINGS } from "#shared/verdicts/rings.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";
import { sortedStatuses } from "#tests/support/rest-client.ts";
import { seededRandom } from "#tests/support/seeded-random.ts";
import { DAY, decideNow, eventsOf, makeWorld } from "#tests/support/verdict-team.ts";

describe("deciding", () => {
  test("without a revision replaces any verdict", async () => {
    const world = await makeWorld();
    const toolId = await world.addTool("Whisper");
    const path = `/api/ai-tools/${toolId}/verdicts`;
    const decideOn = (body: object) => world.as(world.ada)("POST", path, { reason: "It is so", ...body });
    const first = await decideOn({ ring: "trial" });
    const second = await decideOn({ ring: "adopt", revision: null });
    expect(
      [first, second].map(({ status, body }) => [status, body.verdict.revision, body.verdict.from]),
    ).toEqual([
      [201, 1, null],
      [201, 2, "trial"],
    ]);
    const atOnce = await Promise.all(RINGS.map((ring) => decideOn({ ring })));
    expect(atOnce.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await decideOn({ ring: "hold", revision: 5 })).status).toBe(409);
  });

  test("records the person, ring, reason, evidence and previous verdict", async () => {
    const world = await makeWorld();
    const { app, ada, bob } = world;
    const toolId = await world.addTool("Whisper", { version: "3.1" });
    const prompt = await addPrompt(app, bob, newPromptSchema.parse({ name: "Transcribe", prompt: "Listen" }));
    const path = `/api/ai-tools/${toolId}/verdicts`;
    const none = await world.as(bob)("GET", `/api/ai-tools/${toolId}/verdict`);
    expect(none.body).toEqual({
      verdict: null,
      ringSince: null,
      votes: [],
      tally: { adopt: 0, trial: 0, assess: 0, hold: 0 },
      leansTo: null,
      ownRing: null,
      mayDecide: true,
    });
    const first = { revision: 0, ring: "assess", reason: " Worth a look " };
    expect((await world.as(bob)("POST", path, first)).status).toBe(201);
    app.advance(1000);
    const evidence = [{ ref: `prompt:${prompt.id}`, stance: "for" }];
    const second = await world.as(ada)("POST", path, {
      revision: 1,
      ring: "adopt",
      reason: "Beats our old transcripts",
      clearance: "internal",
      lookAgainOn: "2027-05-24",
      evidence,
    });
    expect(second.body.verdict).toMatchObject({
      revision: 2,
      ring: "adopt",
      from: "assess",
      clearance: "internal",
      lookAgainOn: "2027-05-24",
      toolVersion: "3.1",
      decidedAt: "2026-11-21T10:00:01.000Z",
      decidedBy: { username: "ada" },
      evidence: [{ ...evidence[0], title: "Transcribe" }],
    });
    const history = await world.as(bob)("GET", path);
    expect(history.body).toMatchObject([
      second.body.verdict,
      { revision: 1, ring: "assess", from: null, reason: "Worth a look", evidence: [] },
    ]);
    const page = await world.as(bob)("GET", `${path}?limit=1`);
    expect(page.body).toHaveLength(1);
    expect(page.headers.get("link")).toContain('rel="next"');
    expect(await eventsOf(world, "decided")).toEqual([
      { actorId: bob.id, title: "Whisper", detail: { ringFrom: null, ringTo: "assess" } },
      { actorId: ada.id, title: "Whisper", detail: { ringFrom: "assess", ringTo: "adopt" } },
    ]);
  });

  test("accepts one of several concurrent decisions, and refuses the others with 409 and that verdict", async () => {
    const world = await makeWorld();
    const { ada, bob, grace } = world;
    for (let round = 0; round < 5; round += 1) {
      const toolId = await world.addTool(`Tool ${round}`);
      const replies = await Promise.all(
        [ada, bob, grace].map((user) =>
          world.as(user)("POST", `/api/ai-tools/${toolId}/verdicts`, {
            revision: 0,
            ring: "trial",
            reason: user.username,
          }),
        ),
      );
      expect(sortedStatuses(replies)).toEqual([201, 409, 409]);
      const stored = replies.find(({ status }) => status === 201)?.body.verdict;
      for (const { body } of replies.filter(({ status }) => status === 409))
        expect([body.code, body.current]).toEqual(["CONFLICT", stored]);
    }
    expect(await eventsOf(world, "decided")).toHaveLength(5);
  });

  test("refuses an outdated or future revision", async () => {
    const world = await makeWorld();
    const { app, ada } = world;
    const toolId = await world.addTool("Whisper");
    await decideNow(world, ada, toolId, "trial");
    for (const revision of [0, 2])
      await expect(
        decide(app, ada, decisionSchema.parse({ toolId, revision, ring: "hold", reason: "No" })),
      ).rejects.toThrow("Someone else decided on this tool");
  });

  test("counts a ring from the first decision for it, despite repeated ones", async () => {
    const world = await makeWorld();
    const { app, ada } = world;
    const toolId = await world.addTool("Whisper");
    const sinceOf = async (ring: Ring) => {
      app.advance(DAY);
      return (await decideNow(world, ada, toolId, ring)).ringSince;
    };
    const first = await sinceOf("trial");
    expect(first).toBe(app.now().toISOString());
    expect(await sinceOf("trial")).toBe(first);
    expect(await sinceOf("adopt")).toBe(app.now().toISOString());
    expect(await sinceOf("trial")).toBe(app.now().toISOString());
  });

  test("refuses a tool as evidence for itself", async () => {
    const world = await makeWorld();
    const toolId = await world.addTool("Whisper");
    const evidence = [{ ref: `tool:${toolId}`, stance: "for" }];
    const decision = { revision: 0, ring: "trial", reason: "It hears", evidence };
    const { status, body } = await world.as(world.ada)("POST", `/api/ai-tools/${toolId}/verdicts`, decision);
    expect(status).toBe(400);
    expect(body.message).toMatch(/^A tool can't be evidence for itself/u);
  });

  test.each([
    ["no reason", { reason: " " }, 400, "Say in one sentence why"],
    ["an unknown ring", { ring: "love" }, 400, "Choose a ring"],
    ["a day that is over", { lookAgainOn: "2026-11-20" }, 400, "Choose today or a later day"],
    ["a day that isn't one", { lookAgainOn: "2026-02-30" }, 400, "Enter a date such as 2027-05-24"],
    [
      "evidence that isn't there",
      { evidence: [{ ref: "paper:gone", stance: "for" }] },
      404,
      "Evidence paper:gone not found. Remove it, or choose another item.",
    ],
    ["a tool that isn't there", { toolId: "gone" }, 404, "Tool not found"],
  ])("refuses %s with a message, and stores nothing", async (_name, wrong, status, message) => {
    const world = await makeWorld();
    const toolId = await world.addTool("Whisper");
    const good = { toolId, revision: 0, ring: "trial", reason: "It hears", lookAgainOn: "2026-11-21" };
    const { toolId: id, ...decision } = { ...good, ...wrong };
    const reply = await world.as(world.ada)("POST", `/api/ai-tools/${id}/verdicts`, decision);
    expect([reply.status, reply.body.message]).toEqual([status, message]);
    expect(await world.app.db.selectFrom("verdicts").selectAll().execute()).toEqual([]);
    expect(await eventsOf(world, "decided")).toEqual([]);
    expect(
      (await decideNow(world, world.ada, toolId, "trial", { lookAgainOn: "2026-11-21" })).verdict,
    ).toMatchObject({ lookAgainOn: "2026-11-21" });
  });

  test("allows only admins to decide with VERDICTS=admins; everyone votes and reads", async () => {
    const world = await makeWorld({ VERDICTS: "admins" });
    const { ada, grace } = world;
    const toolId = await world.addTool("Whisper");
    const decision = { revision: 0, ring: "trial", reason: "It hears" };
    const path = `/api/ai-tools/${toolId}`;
    const refused = await world.as(ada)("POST", `${path}/verdicts`, decision);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Only admins decide here. You can still vote.",
    ]);
    const voted = await world.as(ada)("PUT", `${path}/vote`, { ring: "adopt" });
    expect([voted.status, voted.body.mayDecide, voted.body.ownRing]).toEqual([200, false, "adopt"]);
    expect((await world.as(grace)("POST", `${path}/verdicts`, decision)).body.mayDecide).toBe(true);
  });
});

describe("voting", () => {
  test("counts the same vote once, and removes it with null", async () => {
    const world = await makeWorld();
    const { app, ada } = world;
    const toolId = await world.addTool("Whisper");
    const put = (body: object) => world.as(ada)("PUT", `/api/ai-tools/${toolId}/vote`, body);
    expect((await put({ ring: "trial", note: "Good ears" })).body).toMatchObject({
      votes: [{ user: { username: "ada" }, ring: "trial", note: "Good ears" }],
      tally: { adopt: 0, trial: 1, assess: 0, hold: 0 },
      ownRing: "trial",
      verdict: null,
    });
    app.advance(1000);
    const writes = await app.countWrites();
    await put({ ring: "trial", note: "Good ears" });
    expect(await app.countWrites()).toBe(writes);
    expect((await put({ ring: null })).body).toMatchObject({ votes: [], ownRing: null });
    expect((await put({ ring: null })).status).toBe(200);
    expect(await eventsOf(world, "voted")).toEqual([
      { actorId: ada.id, title: "Whisper", detail: { ringFrom: null, ringTo: "trial" } },
      { actorId: ada.id, title: "Whisper", detail: { ringFrom: "trial", ringTo: null } },
    ]);
  });

  test("votes never decide, and a different majority is shown", async () => {
    const world = await makeWorld();
    const { app, ada, bob, grace } = world;
    const toolId = await world.addTool("Whisper");
    await decideNow(world, ada, toolId, "hold");
    for (const user of [ada, bob, grace]) await vote(app, user, { toolId, ring: "trial", note: null });
    const said = await toolVerdict(app, bob, { toolId });
    expect([said.verdict?.ring, said.leansTo, said.ownRing]).toEqual(["hold", "trial", "trial"]);
  });

  test("refuses votes on an unknown or deleted tool", async () => {
    const world = await makeWorld();
    const toolId = await world.addTool("Whisper");
    await removeTool(world.app, world.ada, { id: toolId });
    for (const id of ["nothing", toolId]) {
      const { status } = await world.as(world.bob)("PUT", `/api/ai-tools/${id}/vote`, { ring: "hold" });
      expect(status).toBe(404);
    }
  });
});

interface Known {
  ring: Ring;
  at: string;
}

test("returns correct verdicts, history, votes and radars after any order of decisions and votes", async () => {
  const world = await makeWorld();
  const { app, ada, bob, grace } = world;
  const random = seededRandom(14);
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  const people = [ada, bob, grace];
  const tools: string[] = [];
  for (let index = 0; index < 6; index += 1)
    tools.push(await world.addTool(`Tool ${index}`, { industry: pick(["media", "finance"]) }));
  const decided = new Map<string, Known[]>(tools.map((id) => [id, []]));
  const votes = new Map<string, Map<string, Ring>>(tools.map((id) => [id, new Map()]));
  for (let step = 0; step < 120; step += 1) {
    app.advance(Math.floor(random() * 3 * DAY));
    const [toolId, user, ring] = [pick(tools), pick(people), pick(RINGS)];
    if (random() < 0.5) {
      await decideNow(world, user, toolId, ring);
      decided.get(toolId)?.push({ ring, at: app.now().toISOString() });
    } else {
      const ballot = random() < 0.3 ? null : ring;
      await vote(app, user, { toolId, ring: ballot, note: null });
      if (ballot === null) votes.get(toolId)?.delete(user.id);
      else votes.get(toolId)?.set(user.id, ballot);
    }
  }

  for (const toolId of tools) {
    const known = decided.get(toolId) ?? [];
    const rings: Ring[] = [];
    let cursor: string | undefined;
    do {
      const page = await verdictHistory(app, { toolId, limit: 4, cursor });
      for (const { ring, from, revision } of page.items) {
        rings.push(ring);
        expect(from).toBe(known[revision - 2]?.ring ?? null);
      }
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(rings).toEqual(known.map(({ ring }) => ring).toReversed());
    const said = await toolVerdict(app, ada, { toolId });
    expect(said.verdict?.ring).toBe(known.at(-1)?.ring);
    const ofTool = votes.get(toolId);
    expect(new Map(said.votes.map((one) => [one.user.id, one.ring]))).toEqual(ofTool);
    for (const ring of RINGS)
      expect(said.tally[ring]).toBe([...(ofTool?.values() ?? [])].filter((one) => one === ring).length);
  }
  const { items } = await presentVerdicts(app);
  const present = tools.flatMap((id) => {
    const ring = decided.get(id)?.at(-1)?.ring;
    return ring === undefined ? [] : [[id, ring] as const];
  });
  expect(new Map(items.map(({ toolId, ring }) => [toolId, ring]))).toEqual(new Map(present));

  const heldOn = (toolId: string, day: string) =>
    decided.get(toolId)?.findLast(({ at }) => at.slice(0, 10) <= day)?.ring ?? null;
  const earlier = (day: string, days: number) =>
    new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);
  const last = app.now().toISOString().slice(0, 10);
  const starts = [...decided.values()].flatMap(([first]) => first?.at.slice(0, 10) ?? []).toSorted();
  for (let back = 0; back < 200; back += 7) {
    const day = earlier(last, back);
    const { blips, first, asOf } = await radar(app, { asOf: day });
    expect([asOf, first]).toEqual([day, starts[0]]);
    const expected = tools.flatMap((toolId) => {
      const ring = heldOn(toolId, day);
      return ring === null ? [] : [[toolId, { ring, from: heldOn(toolId, earlier(day, 90)) }] as const];
    });
    expect(new Map(blips.map(({ toolId, ring, from }) => [toolId, { ring, from }]))).toEqual(
      new Map(expected),
    );
    for (const { isNew, from, moved, ring } of blips) {
      expect(isNew).toBe(from === null);
      const steps = from === null ? 0 : RINGS.indexOf(from) - RINGS.indexOf(ring);
      expect(moved).toBe(steps === 0 ? null : steps > 0 ? "in" : "out");
    }
    expect(await radar(app, { asOf: day })).toEqual({ asOf, first, sectors: expect.any(Array), blips });
  }
  expect(await radar(app, {})).toEqual(await radar(app, { asOf: last }));
}, 60_000);
