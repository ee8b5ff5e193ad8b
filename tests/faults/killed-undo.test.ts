import { expect, test } from "vitest";

import { databaseFileOf, isFileUrl } from "#db/database-url.ts";
import type { Db } from "#db/database.ts";
import { readDatabase } from "#db/open-for-reading.ts";
import { withAda } from "#tests/support/program.ts";
import { type RestClient, signedIn } from "#tests/support/rest-client.ts";
import { THOROUGH } from "#tests/support/thorough.ts";
import { findDamage } from "#tests/support/write-load.ts";

const IMPORT_ID = "7f1c5a52-5a0c-4a4e-9d5d-0d3f3f0e1a01";
const UNDO = `/api/imports/${IMPORT_ID}/undo`;
/** The test polls the progress continuously. */
const UNLIMITED = { RATE_LIMITS: "off" };
/** The number of tools that the import changes. */
const EDITED = 20;

/** Imports tools that exist, and new ones with an alias and a ring each. */
async function importTools(ada: RestClient, added: number): Promise<void> {
  const older = Array.from({ length: EDITED }, (_, index) => ({ name: `Older ${index}`, notes: "Before" }));
  await ada.call("POST", "/api/ai-tools/import", { rows: older });
  const newer = Array.from({ length: added }, (_, index) => ({
    name: `Newer ${index}`,
    aliases: [`Alias ${index}`],
    ring: "trial",
  }));
  const rows = [...newer, ...older.map((tool) => ({ ...tool, notes: "Imported" }))];
  const { body } = await ada.call("POST", "/api/ai-tools/import", { rows, importId: IMPORT_ID });
  expect(body).toMatchObject({ created: added, updated: EDITED });
}

/** Reads what the undo counted, and the rows that it has moved or changed. */
async function readState(db: Db) {
  const tools = await db.selectFrom("ai_tools").select(["name", "notes"]).execute();
  const deletions = await db.selectFrom("deletions").select("title").execute();
  const saved = await db.selectFrom("deleted_rows").select("tableName").execute();
  const aliases = await db.selectFrom("tool_aliases").select("toolId").execute();
  const verdicts = await db.selectFrom("verdicts").select("toolId").execute();
  const countSaved = (name: string) => saved.filter(({ tableName }) => tableName === name).length;
  const all = [...tools.map(({ name }) => name), ...deletions.map(({ title }) => title)];
  return {
    undo: await db.selectFrom("import_undos").select(["deleted", "restored", "kept"]).executeTakeFirst(),
    moved: {
      deleted: countSaved("ai_tools"),
      restored: tools.filter(({ notes }) => notes === "Before").length,
      kept: 0,
    },
    tools: all.length,
    names: new Set(all).size,
    aliases: aliases.length + countSaved("tool_aliases"),
    verdicts: verdicts.length + countSaved("verdicts"),
  };
}

const KILLS = 5;
const ADDED = 400;

test(
  "R1: a server killed while it undoes an import finishes the undo after the restart, and loses nothing",
  { timeout: 180_000, ...THOROUGH },
  async () => {
    const stackloop = await withAda();
    const url = await stackloop.url();
    let server = await stackloop.serve(UNLIMITED);
    let ada = await signedIn(server.origin, "ada");
    const read = async () => (await ada.call("GET", UNDO)).body;
    await importTools(ada, ADDED);
    let undo = (await ada.call("POST", UNDO)).body;
    for (let kill = 0; kill < KILLS && undo.undoing; kill += 1) {
      const before = undo.deleted;
      while (undo.undoing && undo.deleted === before) undo = await read();
      await server.stop("SIGKILL");
      const { undo: counted, ...state } = await readDatabase(url, readState);
      expect(state).toEqual({
        moved: counted,
        tools: ADDED + EDITED,
        names: ADDED + EDITED,
        aliases: ADDED,
        verdicts: ADDED,
      });
      expect(isFileUrl(url) ? findDamage(databaseFileOf(url)) : []).toEqual([]);
      server = await stackloop.serve(UNLIMITED);
      ada = await signedIn(server.origin, "ada");
      undo = await read();
    }
    while (undo.undoing) undo = await read();
    expect(undo).toEqual({ deleted: ADDED, restored: EDITED, kept: 0, undoing: false });

    const { body } = await ada.call("GET", "/trpc/deletions.list?input=%7B%7D");
    const [{ id, title }] = body.result.data.items;
    expect((await ada.call("POST", "/trpc/deletions.restore", { id })).status).toBe(200);
    const tools = (await ada.call("GET", "/api/ai-tools")).body;
    expect(tools).toHaveLength(EDITED + 1);
    expect(tools.map(({ name }: { name: string }) => name)).toContain(title);
  },
);
