import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { ROWS_READ_AT_ONCE, streamByKey, inBatches, USER_NAMES } from "#db/rows.ts";
import type { ToolAliasRow } from "#db/schema.ts";
import type { Alias } from "#shared/links/links.ts";
import { foldName } from "#shared/mentions/names/names.ts";

/** Returns a tool's aliases, oldest first. */
export async function listAliasRows(db: Db, toolId: string): Promise<Alias[]> {
  const rows = await db
    .selectFrom("tool_aliases")
    .leftJoin("users", "users.id", "tool_aliases.createdBy")
    .select([
      "tool_aliases.folded",
      "tool_aliases.spelled",
      "tool_aliases.createdAt",
      "users.id",
      ...USER_NAMES,
    ])
    .where("tool_aliases.toolId", "=", toolId)
    .orderBy("tool_aliases.createdAt")
    .orderBy("tool_aliases.folded")
    .execute();
  return rows.map(({ folded, spelled, createdAt, id, username, ...names }) => ({
    folded,
    spelled,
    createdAt,
    createdBy: id === null || username === null ? null : { id, username, ...names },
  }));
}

/** Locks the aliases against other writers until the transaction ends. */
export const lockAliases = (db: Db) => engineOf(db).lockTable(db, "tool_aliases");

/** Adds aliases to tools. Skips existing aliases. */
export async function insertAliases(db: Db, rows: readonly ToolAliasRow[]): Promise<void> {
  for await (const batch of inBatches(rows))
    await db
      .insertInto("tool_aliases")
      .values(batch)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export const deleteAlias = (db: Db, toolId: string, folded: string) =>
  db.deleteFrom("tool_aliases").where("toolId", "=", toolId).where("folded", "=", folded).executeTakeFirst();

interface NameOwner {
  id: string;
  name: string;
}

/** Finds the tools that have these normalized names as a name or an alias, by normalized name. */
export async function findNameOwners(
  db: Db,
  folded: readonly string[],
): Promise<ReadonlyMap<string, readonly NameOwner[]>> {
  const owners = new Map<string, NameOwner[]>(folded.map((name) => [name, []]));
  if (owners.size === 0) return owners;
  const aliasOwners = await db
    .selectFrom("tool_aliases")
    .innerJoin("ai_tools", "ai_tools.id", "tool_aliases.toolId")
    .select(["tool_aliases.folded", "ai_tools.id", "ai_tools.name"])
    .where("tool_aliases.folded", "in", engineOf(db).valuesOf([...owners.keys()]))
    .execute();
  for (const { folded: name, ...owner } of aliasOwners) owners.get(name)?.push(owner);
  for await (const tools of streamTools(db)) {
    for (const tool of tools) owners.get(foldName(tool.name))?.push(tool);
  }
  return owners;
}

/** Streams all tools in batches. */
const streamTools = (db: Db) =>
  streamByKey(
    (after) =>
      db
        .selectFrom("ai_tools")
        .select(["id", "name"])
        .where("id", ">", after)
        .orderBy("id")
        .limit(ROWS_READ_AT_ONCE)
        .execute(),
    ({ id }) => id,
  );

/** Returns the next few tools to which an import added aliases. */
export async function listToolsWithImportedAliases(
  db: Db,
  importedIn: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("tool_aliases")
    .select("toolId")
    .distinct()
    .where("importedIn", "=", importedIn)
    .where("toolId", ">", after)
    .orderBy("toolId")
    .limit(limit)
    .execute();
  return rows.map(({ toolId }) => toolId);
}

/** Deletes the aliases that an import added to these tools. */
export const deleteImportedAliases = (db: Db, importedIn: string, toolIds: readonly string[]) =>
  db
    .deleteFrom("tool_aliases")
    .where("importedIn", "=", importedIn)
    .where("toolId", "in", engineOf(db).valuesOf(toolIds))
    .execute();
