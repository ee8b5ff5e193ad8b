import { describe, expect, test } from "vitest";

import { addAlias } from "#server/features/aliases/aliases.service.ts";
import { exportTools } from "#server/features/exports/export.service.ts";
import { importTools } from "#server/features/imports/import.service.ts";
import { removeTool } from "#server/features/tools/tools.service.ts";
import { decide } from "#server/features/verdicts/decisions.service.ts";
import { toolVerdict, vote } from "#server/features/verdicts/verdicts.service.ts";
import { restoreDeletion } from "#server/kernel/deletions/deletions.service.ts";
import { undoImport } from "#server/kernel/imports/import-undo.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { decisionSchema } from "#shared/verdicts/verdicts.ts";
import {
  addSamplePrompt,
  addSampleTool,
  eventsOf,
  snapshotOf,
  type Team,
  team,
} from "#tests/support/deletion-team.ts";

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

/** A tool with two aliases, two verdicts, the second with evidence, and a vote. */
async function remembered() {
  const here = await team();
  const { app, ada, bob } = here;
  const tool = await addSampleTool(here, { name: "ChatGPT", version: "5" });
  const { id: promptId } = await addSamplePrompt(here);
  for (const alias of ["GPT", "GPT-4o"]) await addAlias(app, ada, { toolId: tool.id, alias });
  await decideOn(here, ada, tool.id, { ring: "assess", reason: "Worth a look" });
  app.advance(1000);
  await decideOn(here, bob, tool.id, {
    ring: "trial",
    reason: "It writes well",
    evidence: [{ ref: `prompt:${promptId}`, stance: "for" }],
  });
  await vote(app, ada, { toolId: tool.id, ring: "adopt", note: null });
  app.advance(1000);
  return { ...here, tool };
}

const TRIAL = { ring: "trial", reason: "It writes well" };

const columnsOf = (rows: readonly Record<string, unknown>[]) =>
  rows.map(({ name, aliases, ring, reason }) => [name, aliases, ring, reason]);

describe("a JSON file of tools", () => {
  test("has aliases, and the current ring with its reason", async () => {
    const here = await remembered();
    await addSampleTool(here, { name: "Claude" });
    const [plain, tool] = await exported(here);
    expect(Object.keys(plain ?? {})).not.toContain("ring");
    expect(tool).toMatchObject({ name: "ChatGPT", aliases: ["GPT", "GPT-4o"], ...TRIAL });
    expect(Object.keys(tool ?? {})).not.toContain("votes");
  });

  test("restores all of its columns, and changes nothing if they are unchanged", async () => {
    const here = await remembered();
    const { app, ada, grace, tool } = here;
    const file = await exported(here);
    expect(await importTo(here, ada, file)).toMatchObject({ skipped: 1, notes: [] });
    await removeTool(app, ada, tool);
    const report = await importTo(here, grace, file);
    expect(report).toMatchObject({ created: 1, notes: [], unusedColumns: ["id", "dateUpdated"] });
    expect((await exported(here)).map(({ id: _id, dateUpdated: _at, ...rest }) => rest)).toEqual(
      file.map(({ id: _id, dateUpdated: _at, ...rest }) => rest),
    );
    const { id } = await app.db.selectFrom("ai_tools").select("id").executeTakeFirstOrThrow();
    const { verdict } = await toolVerdict(app, ada, { toolId: id });
    expect(verdict).toMatchObject({ ...TRIAL, toolVersion: "5", decidedBy: { id: grace.id } });
    expect((await eventsOf(here)).at(-1)).toMatchObject({ verb: "added", title: "ChatGPT" });
  });

  test("adds aliases and rings to tools without them, and overwrites none", async () => {
    const here = await remembered();
    const { ada, grace } = here;
    const claude = await addSampleTool(here, { name: "Claude" });
    const rows = [
      { name: "ChatGPT", aliases: ["gpt", "Chat"], ring: "hold", reason: "Too dear" },
      { name: "Claude", ring: "Adopt", reason: "It reasons" },
    ];
    const dry = await importTo(here, grace, rows, { dryRun: true });
    const report = await importTo(here, grace, rows);
    expect({ ...report, importId: null, dryRun: true }).toEqual(dry);
    expect(report.rows).toMatchObject([
      { outcome: "updated", message: "Changes: Also known as" },
      { outcome: "updated", message: "Changes: Ring" },
    ]);
    expect(report.notes.map(({ message }) => message)).toEqual([
      "Ring left out: the team has already decided on this tool",
    ]);
    expect(columnsOf(await exported(here))).toEqual([
      ["Claude", undefined, "adopt", "It reasons"],
      ["ChatGPT", ["GPT", "GPT-4o", "Chat"], "trial", "It writes well"],
    ]);
    expect((await eventsOf(here)).at(-1)).toMatchObject({
      actorId: grace.id,
      verb: "decided",
      itemId: claude.id,
      detail: { ringFrom: null, ringTo: "adopt" },
    });
    expect(await importTo(here, ada, rows)).toMatchObject({ skipped: 2 });
  });

  test("drops votes, verdicts of older files, and names of other tools, with notes", async () => {
    const here = await team();
    await addSampleTool(here, { name: "Claude" });
    const rows = [
      { name: "Whisper", aliases: ["claude", "Speech", "Suno"], verdicts: [{ ring: "adopt" }], votes: [{}] },
      { name: "Suno", aliases: ["speech"] },
      { name: "Udio", ring: "love" },
    ];
    const report = await importTo(here, here.grace, rows);
    expect(report).toMatchObject({ created: 3, wrong: 0, unusedColumns: ["verdicts", "votes"] });
    expect(report.rows.map(({ notes }) => notes.map(({ message }) => message))).toEqual([
      [
        "Verdicts and their evidence left out: only a backup or the command “copy” includes them",
        "Votes left out: only a backup or the command “copy” includes them",
        "Also known as left out: it already refers to Claude",
        "Also known as left out: it already refers to Suno",
      ],
      ["Also known as left out: it already refers to Whisper"],
      ["Ring left out: not one of Adopt, Trial, Assess and Hold"],
    ]);
    expect(columnsOf(await exported(here))).toEqual([
      ["Claude", undefined, undefined, undefined],
      ["Whisper", ["Speech"], undefined, undefined],
      ["Suno", undefined, undefined, undefined],
      ["Udio", undefined, undefined, undefined],
    ]);
  });

  test("without these columns is imported as before, and similar columns stay unused", async () => {
    const here = await team();
    const report = await importTo(here, here.ada, [{ name: "Whisper", votes: 12, verdicts: "good" }]);
    expect(report).toMatchObject({ created: 1, notes: [], unusedColumns: ["votes", "verdicts"] });
    expect(await memoryOf(here)).toEqual(Object.fromEntries(MEMORY.map((table) => [table, []])));
  });
});

test("imports the rings of a radar CSV", async () => {
  const here = await team();
  const content = "name,ring,quadrant,isNew,description\r\nWhisper,Trial,Tools,TRUE,It hears\r\n";
  const request = importRequestSchema.parse({ format: "csv", content });
  expect(await importTools(here.app, here.ada, request)).toMatchObject({ created: 1 });
  expect(columnsOf(await exported(here))).toEqual([["Whisper", undefined, "trial", "It hears"]]);
});

test("allows only administrators to import rings if only they decide", async () => {
  const here = await team();
  const { app, ada, grace } = here;
  app.config.verdicts = "admins";
  const rows = [{ name: "Whisper", aliases: ["WSP"], ...TRIAL }];
  const report = await importTo(here, ada, rows);
  expect(report.notes).toMatchObject([{ message: "Ring left out: only administrators can decide on tools" }]);
  expect((await memoryOf(here))["verdicts"]).toEqual([]);
  expect(await importTo(here, grace, rows)).toMatchObject({ updated: 1, notes: [] });
  expect((await memoryOf(here))["verdicts"]).toHaveLength(1);
});

describe("an import that is undone", () => {
  test("removes only the aliases and verdicts that it added", async () => {
    const here = await remembered();
    const { app, ada } = here;
    await addSampleTool(here, { name: "Claude" });
    const before = await memoryOf(here);
    const { importId } = await importTo(here, ada, [
      { name: "ChatGPT", aliases: ["Chat"] },
      { name: "Claude", ...TRIAL },
      { name: "Whisper", aliases: ["WSP"], ...TRIAL },
    ]);
    expect((await memoryOf(here))["verdicts"]).toHaveLength(4);
    expect(await undoImport(app, ada, { importId: importId ?? "" })).toEqual({
      deleted: 1,
      restored: 2,
      kept: 0,
      undoing: false,
    });
    expect(await memoryOf(here)).toEqual(before);
    expect((await eventsOf(here)).at(-1)).toMatchObject({
      verb: "decided",
      title: "Claude",
      detail: { ringFrom: "trial", ringTo: null },
    });
    const { id } = await app.db.selectFrom("deletions").select("id").executeTakeFirstOrThrow();
    await restoreDeletion(app, ada, { id });
    expect((await memoryOf(here))["verdicts"]).toHaveLength(3);
  });

  test("leaves verdicts alone after a newer decision", async () => {
    const here = await team();
    const { app, ada, bob, grace } = here;
    const tool = await addSampleTool(here, { name: "Claude" });
    const { importId } = await importTo(here, grace, [{ name: "Claude", ...TRIAL }]);
    await decideOn(here, bob, tool.id, { ring: "hold", reason: "Not any more" });
    const before = await memoryOf(here);
    await expect(undoImport(app, grace, { importId: importId ?? "" })).rejects.toThrow("Nothing to undo");
    await expect(undoImport(app, ada, { importId: importId ?? "" })).rejects.toThrow(
      "You have no import with this id",
    );
    expect(await memoryOf(here)).toEqual(before);
  });

  test("undoes only that person's import, for any id of another person's import", async () => {
    const here = await remembered();
    const { app, ada, bob } = here;
    const { importId } = await importTo(here, ada, [{ name: "ChatGPT", aliases: ["Chat"] }]);
    await importTo(here, bob, [{ name: "ChatGPT", aliases: ["Talk"] }], { importId });
    await undoImport(app, bob, { importId: importId ?? "" });
    const aliases = await app.db.selectFrom("tool_aliases").select("spelled").orderBy("spelled").execute();
    expect(aliases.map(({ spelled }) => spelled)).toEqual(["Chat", "GPT", "GPT-4o"]);
  });
});
