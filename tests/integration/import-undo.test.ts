import { randomUUID } from "node:crypto";

import { describe, expect, test } from "vitest";

import { importTools, importReadings } from "#server/features/imports/import.service.ts";
import { editPrompt, importPrompts, promptLibrary } from "#server/features/prompts/prompts.service.ts";
import { readingLibrary } from "#server/features/readings/readings.service.ts";
import {
  addTool,
  editTool,
  listAllTools,
  removeTool,
  toolLibrary,
} from "#server/features/tools/tools.service.ts";
import { restoreDeletion, createPendingWork } from "#server/kernel/deletions/deletions.service.ts";
import { finishUndos, getUndo, undoImport } from "#server/kernel/imports/import-undo.service.ts";
import { listVersions } from "#server/kernel/items/history.service.ts";
import { listAllItems } from "#server/kernel/items/library.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { promptImportRequestSchema } from "#shared/imports/prompts/prompt-import.ts";
import { readingImportRequestSchema } from "#shared/imports/reading-import.ts";
import { importRequestSchema } from "#shared/imports/tool-import.ts";
import { newToolSchema, type Tool } from "#shared/tools/tools.ts";
import { eventsOf, snapshotOf, type Team, team } from "#tests/support/deletion-team.ts";
import { refuseChanges } from "#tests/support/refusing-table.ts";
import { THOROUGH_ON_SERVER } from "#tests/support/thorough.ts";
import { recordTransactionRows } from "#tests/support/transaction-rows.ts";

const NOTHING_LEFT = "Nothing to undo: everything that this import saved was changed or deleted since.";
const UNKNOWN = "You have no import with this id";

const importTo = async ({ app }: Team, by: User, rows: object[], importId?: string): Promise<string> => {
  const report = await importTools(app, by, importRequestSchema.parse({ rows, importId }));
  if (report.importId === null) throw new Error("nothing was stored");
  return report.importId;
};

const toolsOf = async ({ app }: Team) =>
  new Map<string, Tool>((await listAllTools(app)).map((tool) => [tool.name, tool]));

const idOf = async (here: Team, name: string): Promise<string> =>
  (await toolsOf(here)).get(name)?.id ?? "no such tool";

describe("an import is undone", () => {
  test("deletes added items, which can be restored, and resets changed ones", async () => {
    const here = await team();
    const { app, ada } = here;
    const atlas = await addTool(
      app,
      ada,
      newToolSchema.parse({ name: "Atlas", notes: "old", tags: ["map"] }),
    );
    const importId = await importTo(here, ada, [{ name: "Atlas", notes: "new" }, { name: "Beacon" }]);
    const beacon = (await toolsOf(here)).get("Beacon");
    app.advance(1000);
    expect(await undoImport(app, ada, { importId })).toEqual({
      deleted: 1,
      restored: 1,
      kept: 0,
      undoing: false,
    });
    expect(await listAllTools(app)).toEqual([
      { ...atlas, revision: 3, dateUpdated: "2026-11-21T10:00:01.000Z" },
    ]);
    const { items } = await listVersions(app, toolLibrary, { id: atlas.id });
    expect(items.map(({ note, notes }) => [note, notes])).toEqual([
      ["Import undone", "old"],
      [null, "new"],
      [null, "old"],
    ]);
    const subject = { actorId: ada.id, kind: "tool" };
    const events = await eventsOf(here);
    expect(events.slice(-2)).toMatchObject([
      { ...subject, verb: "deleted", title: "Beacon", detail: { import: importId, articles: 0 } },
      { ...subject, verb: "restored", title: "Atlas", detail: { import: importId, from: 1, revision: 3 } },
    ]);
    const { id } = await app.db.selectFrom("deletions").select("id").executeTakeFirstOrThrow();
    await restoreDeletion(app, ada, { id });
    expect((await toolsOf(here)).get("Beacon")).toEqual(beacon);
  });

  test("works for prompts and readings too", async () => {
    const { app, ada } = await team();
    const importId = randomUUID();
    await importPrompts(
      app,
      ada,
      promptImportRequestSchema.parse({ rows: [{ name: "Guide", prompt: "Act" }], importId }),
    );
    await importReadings(
      app,
      ada,
      readingImportRequestSchema.parse({ format: "bibtex", content: "@book{a, title={Emma}}", importId }),
    );
    expect(await undoImport(app, ada, { importId })).toEqual({
      deleted: 2,
      restored: 0,
      kept: 0,
      undoing: false,
    });
    expect([await listAllItems(app, promptLibrary), await listAllItems(app, readingLibrary)]).toEqual([
      [],
      [],
    ]);
  });

  test("with all its calls, even if they changed the same item twice", async () => {
    const here = await team();
    const { app, ada } = here;
    await addTool(app, ada, newToolSchema.parse({ name: "Atlas", notes: "old" }));
    const importId = randomUUID();
    await importTo(here, ada, [{ name: "Atlas", notes: "newer" }, { name: "Beacon" }], importId);
    await importTo(
      here,
      ada,
      [
        { name: "Atlas", notes: "newest" },
        { name: "Beacon", notes: "Yes" },
      ],
      importId,
    );
    expect(await undoImport(app, ada, { importId })).toEqual({
      deleted: 1,
      restored: 1,
      kept: 0,
      undoing: false,
    });
    expect(await listAllTools(app)).toMatchObject([{ name: "Atlas", notes: "old" }]);
  });
});

describe("a large import", () => {
  const COUNT = 250;

  async function imported() {
    const here = await team();
    const rows = Array.from({ length: COUNT }, (_, index) => ({
      name: `Tool ${index}`,
      aliases: [`T${index}`],
    }));
    await addTool(here.app, here.ada, newToolSchema.parse({ name: "Tool 0", notes: "old" }));
    const importId = await importTo(here, here.ada, rows);
    return { ...here, here, importId };
  }

  const aliasesOf = async ({ app }: Team) =>
    (await app.db.selectFrom("tool_aliases").select("spelled").execute()).map(({ spelled }) => spelled);

  test("is undone in batches; the call undoes the first", THOROUGH_ON_SERVER, async () => {
    const { here, app, ada, bob, importId } = await imported();
    const started = await undoImport(app, ada, { importId });
    expect(started).toMatchObject({ undoing: true, kept: 0 });
    expect(started.deleted + started.restored).toBe(100);
    expect(await undoImport(app, ada, { importId })).toMatchObject({ undoing: true });
    await expect(getUndo(app, bob, { importId })).rejects.toThrow("not being undone");

    await app.pendingWork.idle();
    expect(await getUndo(app, ada, { importId })).toEqual({
      deleted: COUNT - 1,
      restored: 1,
      kept: 0,
      undoing: false,
    });
    expect(await listAllTools(app)).toMatchObject([{ name: "Tool 0", notes: "old" }]);
    expect(await aliasesOf(here)).toEqual([]);
    await expect(undoImport(app, ada, { importId })).rejects.toThrow(NOTHING_LEFT);
  });

  test(
    "changes at most 20 items per later transaction, and others write in between",
    THOROUGH_ON_SERVER,
    async () => {
      const { here, app, ada, bob, importId } = await imported();
      await undoImport(app, ada, { importId });
      await app.pendingWork.stop();
      const added = recordTransactionRows(app, "deletions");
      const next = createPendingWork(app, (signal) => finishUndos(app, signal));
      next.start();
      await addTool(app, bob, newToolSchema.parse({ name: "Of Bob" }));
      expect(await getUndo(app, ada, { importId })).toMatchObject({ undoing: true });
      await next.idle();
      expect([...(await toolsOf(here)).keys()].toSorted()).toEqual(["Of Bob", "Tool 0"]);
      expect(Math.max(...added())).toBeLessThanOrEqual(20);
      expect(added().length).toBeGreaterThanOrEqual((COUNT - 150) / 20);
    },
  );

  test("is finished by the next process after one ended between batches", THOROUGH_ON_SERVER, async () => {
    const { here, app, ada, bob, importId } = await imported();
    await undoImport(app, ada, { importId });
    await app.pendingWork.stop();
    const left = [...(await toolsOf(here)).keys()].find((name) => name !== "Tool 0") ?? "";
    await editTool(app, bob, { id: await idOf(here, left), notes: "Good" });
    const next = createPendingWork(app, (signal) => finishUndos(app, signal));
    next.start();
    await next.idle();
    expect(await getUndo(app, ada, { importId })).toMatchObject({ kept: 1, undoing: false });
    expect(await listAllTools(app)).toHaveLength(2);
    expect(await aliasesOf(here)).toHaveLength(1);
  });
});

describe("later changes", () => {
  test("stay: edits and deletions of imported items", async () => {
    const here = await team();
    const { app, ada, bob } = here;
    const names = ["Atlas", "Beacon", "Cobalt"];
    const importId = await importTo(
      here,
      ada,
      names.map((name) => ({ name })),
    );
    await editTool(app, bob, { id: await idOf(here, "Atlas"), notes: "Good" });
    await removeTool(app, bob, { id: await idOf(here, "Beacon") });
    expect(await undoImport(app, ada, { importId })).toEqual({
      deleted: 1,
      restored: 0,
      kept: 2,
      undoing: false,
    });
    expect(await listAllTools(app)).toMatchObject([{ name: "Atlas", notes: "Good" }]);
  });

  test("stay even if another call of the import followed", async () => {
    const here = await team();
    const { app, ada, bob } = here;
    const importId = await importTo(here, ada, [{ name: "Atlas" }, { name: "Beacon" }]);
    await editTool(app, bob, { id: await idOf(here, "Atlas"), company: "Maps Inc." });
    await importTo(here, ada, [{ name: "Atlas", notes: "Good" }], importId);
    expect(await undoImport(app, ada, { importId })).toEqual({
      deleted: 1,
      restored: 0,
      kept: 1,
      undoing: false,
    });
    expect(await listAllTools(app)).toMatchObject([{ name: "Atlas", company: "Maps Inc.", notes: "Good" }]);
  });

  test("leave nothing to undo the second time, with a message", async () => {
    const here = await team();
    const { app, ada } = here;
    const importId = await importTo(here, ada, [{ name: "Atlas" }]);
    await undoImport(app, ada, { importId });
    const before = await snapshotOf(app, ["events", "item_versions", "deletions"]);
    await expect(undoImport(app, ada, { importId })).rejects.toThrow(NOTHING_LEFT);
    expect(await snapshotOf(app, ["events", "item_versions", "deletions"])).toEqual(before);
  });
});

describe("only one's own import can be undone", () => {
  test("and imports by other people are unknown, even to admins, with any id", async () => {
    const here = await team();
    const { app, ada, bob, grace } = here;
    const importId = await importTo(here, ada, [{ name: "Atlas" }, { name: "Beacon" }]);
    for (const by of [bob, grace]) await expect(undoImport(app, by, { importId })).rejects.toThrow(UNKNOWN);
    await expect(undoImport(app, ada, { importId: randomUUID() })).rejects.toThrow(UNKNOWN);
    await importTo(here, bob, [{ name: "Atlas", notes: "Mine" }, { name: "Cobalt" }], importId);
    expect(await undoImport(app, bob, { importId })).toEqual({
      deleted: 1,
      restored: 1,
      kept: 0,
      undoing: false,
    });
    expect([...(await toolsOf(here)).keys()].toSorted()).toEqual(["Atlas", "Beacon"]);
  });
});

test("an import is undone completely or not at all", async () => {
  const here = await team();
  const { app, ada } = here;
  const importId = await importTo(here, ada, [{ name: "Atlas" }, { name: "Beacon" }]);
  const before = await snapshotOf(app, ["ai_tools", "deletions", "deleted_rows", "events"]);
  await refuseChanges(app, {
    table: "ai_tools",
    change: "delete",
    message: "the last stays",
    isLast: true,
  });
  await expect(undoImport(app, ada, { importId })).rejects.toThrow("the last stays");
  expect(await snapshotOf(app, ["ai_tools", "deletions", "deleted_rows", "events"])).toEqual(before);
});

test("a dry run has nothing to undo, and an invalid UUID is refused", async () => {
  const { app, ada } = await team();
  const rows = [{ name: "Atlas" }];
  const report = await importTools(app, ada, importRequestSchema.parse({ rows, dryRun: true }));
  expect(report.importId).toBeNull();
  expect(importRequestSchema.safeParse({ rows, importId: "x" }).success).toBe(false);
});

test("a prompt edited after the import retains its text", async () => {
  const { app, ada, bob } = await team();
  const { importId } = await importPrompts(
    app,
    ada,
    promptImportRequestSchema.parse({ rows: [{ name: "Guide", prompt: "Act" }] }),
  );
  const [prompt] = await listAllItems(app, promptLibrary);
  await editPrompt(app, bob, { id: prompt?.id ?? "", prompt: "Act well", note: null });
  await expect(undoImport(app, ada, { importId: importId ?? "" })).rejects.toThrow(NOTHING_LEFT);
  expect(await listAllItems(app, promptLibrary)).toMatchObject([{ prompt: "Act well" }]);
});
