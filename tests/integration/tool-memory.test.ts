import { describe, expect, test } from "vitest";

import { addAlias, listAliases } from "#server/features/aliases/aliases.service.ts";
import { exportTools } from "#server/features/exports/export.service.ts";
import { undoImport } from "#server/features/imports/import-undo.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import { decide } from "#server/features/verdicts/decide.service.ts";
import { toolVerdict, verdictHistory } from "#server/features/verdicts/verdicts.service.ts";
import { vote } from "#server/features/verdicts/vote.service.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import type { User } from "#shared/users.ts";
import { decisionSchema } from "#shared/verdicts.ts";
import { aPrompt, aTool, eventsOf, snapshotOf, type Team, team } from "#tests/support/trash.ts";

const MEMORY = ["tool_aliases", "verdicts", "verdict_evidence", "verdict_votes"] as const;

const memoryOf = ({ app }: Team) => snapshotOf(app, MEMORY);

const exported = async ({ app }: Team): Promise<Record<string, unknown>[]> =>
  JSON.parse((await exportTools(app, { format: "json" })).content);

const importTo = ({ app }: Team, by: User, rows: object[], more: object = {}) =>
  importTools(app, by, importRequestSchema.parse({ rows, ...more }));

const decideOn = async ({ app }: Team, by: User, toolId: string, decision: object) => {
  const { verdict } = await toolVerdict(app, by, { toolId });
  return decide(app, by, decisionSchema.parse({ toolId, revision: verdict?.revision ?? 0, ...decision }));
};

/** A tool with two other names, two verdicts, the second with evidence, and two votes. */
async function remembered() {
  const here = await team();
  const { app, ada, bob } = here;
  const tool = await aTool(here, { name: "ChatGPT", version: "5" });
  const { id: promptId } = await aPrompt(here);
  for (const alias of ["GPT", "GPT-4o"]) await addAlias(app, ada, { toolId: tool.id, alias });
  await decideOn(here, ada, tool.id, { ring: "assess", reason: "Worth a look" });
  app.advance(1000);
  await decideOn(here, bob, tool.id, {
    ring: "trial",
    reason: "It writes well",
    clearance: "internal",
    lookAgainOn: "2027-05-24",
    evidence: [{ ref: `prompt:${promptId}`, stance: "for" }],
  });
  for (const [user, ring] of [
    [ada, "adopt"],
    [bob, "hold"],
  ] as const) {
    app.advance(1000);
    await vote(app, user, { toolId: tool.id, ring, note: ring === "hold" ? "Too dear" : null });
  }
  app.advance(1000);
  return { ...here, tool, promptId };
}

const FIRST = { ring: "assess", reason: "Worth a look", decidedAt: "2026-11-21T10:00:00.000Z" };

describe("a JSON file of tools", () => {
  test("has other names, verdicts with their evidence, and votes, where there are some", async () => {
    const here = await remembered();
    const other = await aTool(here, { name: "Claude" });
    const [plain, tool] = await exported(here);
    expect(Object.keys(plain ?? {})).not.toContain("verdicts");
    expect(plain).toMatchObject({ id: other.id, name: "Claude" });
    expect(tool).toMatchObject({
      name: "ChatGPT",
      aliases: ["GPT", "GPT-4o"],
      verdicts: [
        { ...FIRST, decidedBy: "ada", clearance: null, lookAgainOn: null, toolVersion: "5", evidence: [] },
        {
          ring: "trial",
          reason: "It writes well",
          decidedBy: "bob",
          decidedAt: "2026-11-21T10:00:01.000Z",
          clearance: "internal",
          lookAgainOn: "2027-05-24",
          toolVersion: "5",
          evidence: [{ ref: `prompt:${here.promptId}`, stance: "for", title: "Guide" }],
        },
      ],
      votes: [
        { user: "ada", ring: "adopt", note: null, votedAt: "2026-11-21T10:00:02.000Z" },
        { user: "bob", ring: "hold", note: "Too dear", votedAt: "2026-11-21T10:00:03.000Z" },
      ],
    });
  });

  test("brings all of it back where an admin imports it, and changes nothing where it is there already", async () => {
    const here = await remembered();
    const { app, ada, grace, tool } = here;
    const file = await exported(here);
    expect(await importTo(here, grace, file)).toMatchObject({ skipped: 1, notes: [] });
    await removeTool(app, ada, tool);
    const report = await importTo(here, grace, file);
    expect(report).toMatchObject({ created: 1, notes: [], unusedColumns: ["id", "dateUpdated"] });
    expect((await exported(here)).map(({ id: _id, dateUpdated: _at, ...told }) => told)).toEqual(
      file.map(({ id: _id, dateUpdated: _at, ...told }) => told),
    );
    const events = await eventsOf(here);
    expect(events.at(-1)).toMatchObject({ verb: "added", title: "ChatGPT" });
  });

  test("adds to a tool what it does not have yet, and overwrites nothing", async () => {
    const here = await remembered();
    const { app, grace, tool, bob } = here;
    const later = { ring: "adopt", reason: "Everybody uses it", decidedAt: "2026-11-21T10:00:02.500Z" };
    const rows = [
      {
        name: "ChatGPT",
        aliases: ["gpt", "Chat"],
        verdicts: [{ ...FIRST, decidedAt: "2026-11-20T10:00:00.000Z" }, FIRST, later],
        votes: [
          { user: "bob", ring: "adopt", votedAt: "2026-11-20T10:00:00.000Z" },
          { user: "grace", ring: "adopt", votedAt: "2026-11-20T10:00:00.000Z" },
        ],
      },
    ];
    const dry = await importTo(here, grace, rows, { dryRun: true });
    const before = await memoryOf(here);
    const report = await importTo(here, grace, rows);
    expect({ ...report, importId: null, dryRun: true }).toEqual(dry);
    expect(report.rows).toMatchObject([
      { outcome: "updated", message: "Changes: Also known as, Verdicts, Votes" },
    ]);
    expect(report.notes.map(({ message }) => message)).toEqual([
      "Verdicts left out: the team has decided on the tool since",
    ]);
    expect(await memoryOf(here)).not.toEqual(before);
    const { items } = await listAliases(app, { toolId: tool.id });
    expect(items.map(({ spelled }) => spelled)).toEqual(["GPT", "GPT-4o", "Chat"]);
    const history = await verdictHistory(app, { toolId: tool.id });
    expect(history.items.map(({ ring, revision, from }) => [revision, from, ring])).toEqual([
      [3, "trial", "adopt"],
      [2, "assess", "trial"],
      [1, null, "assess"],
    ]);
    const { tally, ownRing } = await toolVerdict(app, bob, { toolId: tool.id });
    expect([tally, ownRing]).toEqual([{ adopt: 2, trial: 0, assess: 0, hold: 1 }, "hold"]);
    const events = await eventsOf(here);
    expect(events.at(-1)).toMatchObject({
      actorId: grace.id,
      verb: "decided",
      itemId: tool.id,
      detail: { ringFrom: "trial", ringTo: "adopt" },
    });
  });

  test("names others only where an admin imports it", async () => {
    const here = await remembered();
    const { app, ada, tool } = here;
    const file = await exported(here);
    await removeTool(app, ada, tool);
    const report = await importTo(here, ada, file);
    expect(report.notes.map(({ message, count }) => [message, count])).toEqual([
      ["Decided by left out: only administrators can import what others did", 1],
      ["Votes left out: only administrators can import what others did", 1],
    ]);
    const [{ verdicts, votes } = {}] = await exported(here);
    expect(verdicts).toMatchObject([
      { ring: "assess", decidedBy: "ada" },
      { ring: "trial", decidedBy: null },
    ]);
    expect(votes).toMatchObject([{ user: "ada" }]);
  });

  test("leaves out whom nobody here knows, what is not here, and names of other tools, with notes", async () => {
    const here = await team();
    const { grace } = here;
    await aTool(here, { name: "Claude" });
    const rows = [
      {
        name: "Whisper",
        aliases: ["claude", "Speech", "Suno"],
        verdicts: [
          {
            ...FIRST,
            decidedAt: "2026-11-20T10:00:00.000Z",
            decidedBy: "zoe",
            evidence: [{ ref: "paper:gone", stance: "for" }],
          },
        ],
        votes: [{ user: "zoe", ring: "hold", votedAt: "2026-11-20T10:00:00.000Z" }],
      },
      { name: "Suno", aliases: ["speech"] },
      { name: "Udio", verdicts: [{ ring: "love" }] },
    ];
    const report = await importTo(here, grace, rows);
    expect(report).toMatchObject({ created: 3, wrong: 0 });
    expect(report.rows.map(({ notes }) => notes.map(({ message }) => message))).toEqual([
      [
        "Also known as left out: it already means Claude",
        "Also known as left out: it already means Suno",
        "Decided by left out: nobody here has this username",
        "Evidence left out: what isn't here",
        "Votes left out: nobody here has this username",
      ],
      ["Also known as left out: it already means Whisper"],
      ["Verdicts left out: number 1: choose a ring"],
    ]);
    const file = await exported(here);
    expect(file.map(({ name, aliases, verdicts, votes }) => [name, aliases, verdicts, votes])).toEqual([
      ["Claude", undefined, undefined, undefined],
      ["Whisper", ["Speech"], [expect.objectContaining({ decidedBy: null, evidence: [] })], undefined],
      ["Suno", undefined, undefined, undefined],
      ["Udio", undefined, undefined, undefined],
    ]);
  });

  test("without any of it is imported as before, and columns that only look like it stay unused", async () => {
    const here = await team();
    const report = await importTo(here, here.ada, [{ name: "Whisper", votes: 12, verdicts: "good" }]);
    expect(report).toMatchObject({ created: 1, notes: [], unusedColumns: ["votes", "verdicts"] });
    expect(await memoryOf(here)).toEqual(Object.fromEntries(MEMORY.map((table) => [table, []])));
  });
});

test("where only administrators decide, nobody else imports verdicts", async () => {
  const here = await team();
  const { app, ada, grace } = here;
  app.config.verdicts = "admins";
  const rows = [
    { name: "Whisper", aliases: ["WSP"], verdicts: [{ ...FIRST, decidedAt: "2026-11-20T10:00:00Z" }] },
  ];
  const report = await importTo(here, ada, rows);
  expect(report.notes).toMatchObject([
    { message: "Verdicts left out: only administrators decide on tools here" },
  ]);
  expect((await memoryOf(here))["verdicts"]).toEqual([]);
  expect(await importTo(here, grace, rows)).toMatchObject({ updated: 1, notes: [] });
  expect((await memoryOf(here))["verdicts"]).toHaveLength(1);
});

describe("an import that is undone", () => {
  test("takes along what it brought, and leaves what was there", async () => {
    const here = await remembered();
    const { app, ada, bob, tool } = here;
    const before = await memoryOf(here);
    const later = { ring: "adopt", reason: "Good", decidedAt: "2026-11-21T10:00:03.500Z" };
    const { importId } = await importTo(here, ada, [
      { name: "ChatGPT", aliases: ["Chat"], verdicts: [later] },
      { name: "Whisper", aliases: ["WSP"], verdicts: [later] },
    ]);
    await vote(app, bob, { toolId: tool.id, ring: "trial", note: null });
    await vote(app, bob, { toolId: tool.id, ring: "hold", note: "Too dear" });
    expect((await memoryOf(here))["verdicts"]).toHaveLength(4);
    expect(await undoImport(app, ada, { importId: importId ?? "" })).toEqual({
      deleted: 1,
      restored: 1,
      kept: 0,
    });
    const after = await memoryOf(here);
    expect({ ...after, verdict_votes: [] }).toEqual({ ...before, verdict_votes: [] });
    expect(after["verdict_votes"]).toHaveLength(2);
    expect((await eventsOf(here)).at(-1)).toMatchObject({
      verb: "decided",
      title: "ChatGPT",
      detail: { ringFrom: "adopt", ringTo: "trial" },
    });
    const { id } = await app.db.selectFrom("deletions").select("id").executeTakeFirstOrThrow();
    await restoreDeletion(app, ada, { id });
    expect((await memoryOf(here))["verdicts"]).toHaveLength(3);
  });

  test("leaves alone what somebody has decided, named or changed since", async () => {
    const here = await remembered();
    const { app, ada, bob, grace, tool } = here;
    const later = { ring: "adopt", reason: "Good", decidedAt: "2026-11-21T10:00:03.500Z" };
    const votes = [{ user: "grace", ring: "adopt", votedAt: "2026-11-20T10:00:00.000Z" }];
    const { importId } = await importTo(here, grace, [{ name: "ChatGPT", verdicts: [later], votes }]);
    await decideOn(here, bob, tool.id, { ring: "hold", reason: "Not any more" });
    await vote(app, grace, { toolId: tool.id, ring: "hold", note: null });
    const before = await memoryOf(here);
    await expect(undoImport(app, grace, { importId: importId ?? "" })).rejects.toThrow(
      "Nothing is left to undo",
    );
    await expect(undoImport(app, ada, { importId: importId ?? "" })).rejects.toThrow("not found among yours");
    expect(await memoryOf(here)).toEqual(before);
  });

  test("takes back only what that person imported, whatever others call their import", async () => {
    const here = await remembered();
    const { app, ada, bob } = here;
    const { importId } = await importTo(here, ada, [{ name: "ChatGPT", aliases: ["Chat"] }]);
    await importTo(here, bob, [{ name: "ChatGPT", aliases: ["Talk"] }], { importId });
    await undoImport(app, bob, { importId: importId ?? "" });
    const aliases = await app.db.selectFrom("tool_aliases").select("spelled").orderBy("spelled").execute();
    expect(aliases.map(({ spelled }) => spelled)).toEqual(["Chat", "GPT", "GPT-4o"]);
  });
});
