import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { foldName } from "#shared/mentions/names/names.ts";

/** Tool that has a name. */
export interface NameOwner {
  id: string;
  name: string;
}

/** Finds the tools with these names, as own or alternative names. Keyed by normalized name. */
export async function findNameOwners(
  db: Db,
  folded: readonly string[],
): Promise<ReadonlyMap<string, readonly NameOwner[]>> {
  const owners = new Map<string, NameOwner[]>(folded.map((name) => [name, []]));
  if (owners.size === 0) return owners;
  const others = await db
    .selectFrom("tool_aliases")
    .innerJoin("ai_tools", "ai_tools.id", "tool_aliases.toolId")
    .select(["tool_aliases.folded", "ai_tools.id", "ai_tools.name"])
    .where("tool_aliases.folded", "in", engineOf(db).valuesOf([...owners.keys()]))
    .execute();
  for (const { folded: name, ...owner } of others) owners.get(name)?.push(owner);
  const tools = await db.selectFrom("ai_tools").select(["id", "name"]).execute();
  for (const tool of tools) owners.get(foldName(tool.name))?.push(tool);
  return owners;
}
