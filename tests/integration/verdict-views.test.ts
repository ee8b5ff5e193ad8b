import papaparse from "papaparse";
import { describe, expect, test } from "vitest";

import { addPrompt } from "#server/features/prompts/prompts.service.ts";
import { remindOfVerdicts } from "#server/features/verdicts/decisions.service.ts";
import { blindSpots, radar, radarCsv } from "#server/features/verdicts/radar.service.ts";
import { overdueVerdicts, vote } from "#server/features/verdicts/verdicts.service.ts";
import { newPromptSchema } from "#shared/prompts/prompts.ts";
import type { Move } from "#shared/verdicts/verdicts.ts";
import { quietWork } from "#tests/support/found.ts";
import { DAY, decideNow, eventsOf, makeWorld } from "#tests/support/verdict-team.ts";

test("cached tools survive verdicts and votes, and cached verdicts survive votes", async () => {
  const world = await makeWorld();
  const { app, ada } = world;
  const toolId = await world.addTool("Whisper");
  const marks = async () => {
    await app.database.catchUp?.run();
    return { tools: app.cacheVersions.read("tool"), verdicts: app.cacheVersions.readVerdicts() };
  };
  const before = await marks();
  await vote(app, ada, { toolId, ring: "adopt", note: null });
  expect(await marks()).toEqual(before);
  await decideNow(world, ada, toolId, "adopt");
  const after = await marks();
  expect(after.tools).toBe(before.tools);
  expect(after.verdicts).not.toBe(before.verdicts);
});

describe("reviews", () => {
  test("a verdict is overdue after its review date, until a new decision", async () => {
    const world = await makeWorld();
    const { app, ada, bob } = world;
    const toolId = await world.addTool("Whisper");
    await decideNow(world, ada, toolId, "trial", { lookAgainOn: "2026-11-22" });
    app.advance(DAY);
    expect((await overdueVerdicts(app)).items).toEqual([]);
    app.advance(DAY);
    expect((await overdueVerdicts(app)).items).toMatchObject([
      { toolId, name: "Whisper", ring: "trial", lookAgainOn: "2026-11-22", decidedBy: { username: "ada" } },
    ]);
    await decideNow(world, bob, toolId, "trial");
    expect((await overdueVerdicts(app)).items).toEqual([]);
  });

  test("each overdue verdict is reported once, and the next one again", async () => {
    const world = await makeWorld();
    const { app, ada } = world;
    const ids: string[] = [];
    for (let index = 0; index < 60; index += 1) ids.push(await world.addTool(`Tool ${index}`));
    for (const id of ids) await decideNow(world, ada, id, "trial", { lookAgainOn: "2026-11-22" });
    expect(await remindOfVerdicts(app, quietWork())).toEqual({ asked: 0 });
    app.advance(2 * DAY);
    const overdue = await overdueVerdicts(app);
    expect([overdue.total, overdue.items.length]).toEqual([60, 50]);
    expect(await remindOfVerdicts(app, quietWork())).toEqual({ asked: 60 });
    app.advance(DAY);
    expect(await remindOfVerdicts(app, quietWork())).toEqual({ asked: 0 });
    const events = await eventsOf(world, "asked-review");
    expect(events).toHaveLength(60);
    expect(events).toContainEqual({ actorId: null, title: "Tool 7", detail: {} });
    await app.db.deleteFrom("events").execute();
    expect(await remindOfVerdicts(app, quietWork())).toEqual({ asked: 0 });
    app.advance(1000);
    await decideNow(world, ada, ids[0] ?? "", "hold", { lookAgainOn: "2026-11-25" });
    app.advance(2 * DAY);
    expect(await remindOfVerdicts(app, quietWork())).toEqual({ asked: 1 });
  });
});

test("the moves are the ring changes of a period, latest first", async () => {
  const world = await makeWorld();
  const { app, ada, bob } = world;
  const [moving, staying] = [await world.addTool("Whisper"), await world.addTool("Cursor")];
  await decideNow(world, ada, moving, "assess");
  await decideNow(world, ada, staying, "hold");
  app.advance(40 * DAY);
  await decideNow(world, ada, staying, "hold");
  await decideNow(world, bob, moving, "trial");
  const moves = async (query: string) => (await world.as(ada)("GET", `/api/radar/moves?${query}`)).body;
  const latest = {
    toolId: moving,
    name: "Whisper",
    from: "assess",
    ring: "trial",
    decidedBy: { username: "bob" },
  };
  expect(await moves("days=30")).toMatchObject({ items: [latest] });
  expect((await moves("days=30")).items).toHaveLength(1);
  const all = (await moves("")).items.map(({ name, from, ring }: Move) => [name, from, ring]);
  expect(all).toHaveLength(3);
  expect(all[0]).toEqual(["Whisper", "assess", "trial"]);
  expect(all).toContainEqual(["Cursor", null, "hold"]);
  expect((await moves("asOf=2026-11-22&days=30")).items).toHaveLength(2);
  expect((await moves("asOf=2026-11-20")).items).toEqual([]);
  expect((await world.as(ada)("GET", "/api/radar/moves?days=31")).status).toBe(400);
});

test("the radar is a table for Build Your Own Radar, without formulas", async () => {
  const world = await makeWorld();
  const { app, ada } = world;
  const toolId = await world.addTool("=Whisper", { industry: "media" });
  await decideNow(world, ada, toolId, "adopt");
  const { status, headers, body } = await world.as(ada)("GET", "/api/radar/byor-csv?asOf=2026-11-21");
  expect([status, headers.get("content-type")]).toEqual([200, "text/csv; charset=utf-8"]);
  expect(papaparse.parse(String(body).trim(), { header: true }).data).toEqual([
    { name: "'=Whisper", ring: "Adopt", quadrant: "Media", isNew: "TRUE", description: "It is adopt" },
  ]);
  const byFormat = await world.as(ada)("GET", "/api/radar?asOf=2026-11-21&format=byor-csv");
  expect(byFormat.body).toEqual(body);
  const none = await radarCsv(app, { asOf: "2026-11-20" });
  expect(none).toMatchObject({
    fileName: "radar-2026-11-20.csv",
    content: "name,ring,quadrant,isNew,description\r\n",
  });
  for (const asOf of ["0000-01-01", "9999-12-31"])
    expect((await radar(app, { asOf })).blips).toHaveLength(asOf === "9999-12-31" ? 1 : 0);
});

test("blind spots depend on verdicts, linked prompts and topics of papers", async () => {
  const world = await makeWorld();
  const { app, ada } = world;
  const audio = { industry: "media", modality: "audio" };
  const [withPrompt, without] = [await world.addTool("Whisper", audio), await world.addTool("Suno", audio)];
  await world.addTool("Cursor", { industry: "software-dev", modality: "text" });
  for (const id of [withPrompt, without]) await decideNow(world, ada, id, "adopt");
  const prompt = await addPrompt(app, ada, newPromptSchema.parse({ name: "Transcribe", prompt: "Listen" }));
  const linkDecision = { state: "confirmed", decidedBy: ada.id, decidedAt: null, at: "2026-11-21" } as const;
  const link = {
    id: "1",
    how: "person",
    spelled: null,
    excerpt: null,
    field: null,
    ...linkDecision,
  } as const;
  await app.db
    .insertInto("links")
    .values([
      { ...link, fromKind: "prompt", fromId: prompt.id, toKind: "tool", toId: withPrompt },
      // A hidden link, to an everyday word, does not count as a use of the tool.
      {
        ...link,
        id: "2",
        state: "hidden",
        fromKind: "prompt",
        fromId: prompt.id,
        toKind: "tool",
        toId: without,
      },
    ])
    .execute();
  expect(await blindSpots(app)).toEqual({
    cells: [
      {
        industry: "software-dev",
        modality: "text",
        notes: ["untried", "no-verdict"].map((kind) => ({
          kind,
          count: 1,
          tools: [{ id: expect.any(String), name: "Cursor" }],
        })),
      },
      {
        ...audio,
        notes: [{ kind: "no-prompt", count: 1, tools: [{ id: without, name: "Suno" }] }],
      },
    ],
  });
});

test("Home shows who moved a tool to a ring, and who voted", async () => {
  const world = await makeWorld();
  const { app, ada, bob, grace } = world;
  const toolId = await world.addTool("Cursor");
  await decideNow(world, ada, toolId, "trial");
  const since = new Date(app.now().getTime() + 500).toISOString();
  app.advance(1000);
  for (const user of [bob, grace]) await vote(app, user, { toolId, ring: "adopt", note: null });
  await decideNow(world, bob, toolId, "adopt");
  const { body } = await world.as(ada)("GET", `/api/events/since?since=${encodeURIComponent(since)}`);
  expect(body.lines).toMatchObject([
    { verb: "decided", title: "Cursor", actors: ["bob"], detail: { ringFrom: "trial", ringTo: "adopt" } },
    { verb: "voted", title: "Cursor", actors: ["bob", "grace"], detail: {} },
  ]);
});
