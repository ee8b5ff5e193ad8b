import type { App, Db } from "#server/app.ts";
import { conflict, invalid, notFound } from "#server/errors.ts";
import { getTool } from "#server/features/tools/tools.service.ts";
import { countNewNames } from "#server/kernel/links/known-names.service.ts";
import { scanLatestChanges } from "#server/kernel/links/link-scanner.service.ts";
import type { User } from "#shared/accounts/users.ts";
import type { Alias, NewAlias } from "#shared/links/links.ts";
import { findAliasIssue, MAX_ALIASES, foldName } from "#shared/mentions/names/names.ts";

import { deleteAlias, findNameOwners, lockAliases, listAliasRows, insertAliases } from "./aliases.queries.ts";

/** Returns a tool's aliases, oldest first. */
export async function listAliases(app: App, { toolId }: { toolId: string }): Promise<{ items: Alias[] }> {
  await getTool(app, toolId);
  return { items: await listAliasRows(app.db, toolId) };
}

/** Adds an alias to a tool, unless the tool has it already. Throws 409 if it is a name of another tool. */
export async function addAlias(app: App, by: User, { toolId, alias }: NewAlias): Promise<{ items: Alias[] }> {
  const folded = readAlias(alias);
  await getTool(app, toolId);
  // Prevents two users from adding one alias to two tools at the same time.
  const added = await app.db.transaction().execute(async (transaction) => {
    await lockAliases(transaction);
    const items = await listAliasRows(transaction, toolId);
    if (items.some((one) => one.folded === folded)) return { items };
    const owners = (await findNameOwners(transaction, [folded])).get(folded) ?? [];
    const other = owners.find(({ id }) => id !== toolId);
    if (other) throw conflict(`“${alias}” already refers to ${other.name}`);
    if (items.length >= MAX_ALIASES)
      throw invalid(`A tool can have at most ${MAX_ALIASES} other names`, "alias");
    await insertAliases(transaction, [
      {
        toolId,
        folded,
        spelled: alias,
        createdBy: by.id,
        createdAt: app.now().toISOString(),
        importedIn: null,
      },
    ]);
    return { items: await listAliasRows(transaction, toolId) };
  });
  await rescanForNames(app, [toolId]);
  return added;
}

/** Removes an alias from a tool, in any spelling. */
export async function removeAlias(app: App, { toolId, alias }: NewAlias): Promise<void> {
  await getTool(app, toolId);
  const { numDeletedRows } = await deleteAlias(app.db, toolId, foldName(alias));
  if (numDeletedRows === 0n) throw notFound("Name not found");
  await rescanForNames(app, [toolId]);
}

/** Rescans texts that contain added or removed names of these tools. Longer work continues in the background. */
export async function rescanForNames(app: App, toolIds: readonly string[]): Promise<void> {
  if (toolIds.length === 0) return;
  await countNewNames(app, toolIds);
  await scanLatestChanges(app);
}

/** Normalizes an alias for comparison. Throws 400 if texts can't be scanned for it. */
function readAlias(alias: string): string {
  const problem = findAliasIssue(alias);
  if (problem !== null) throw invalid(problem, "alias");
  return foldName(alias);
}

export { deleteImportedAliases, listToolsWithImportedAliases } from "./aliases.queries.ts";

interface AliasesOfTool {
  toolId: string;
  aliases: readonly { folded: string; spelled: string }[];
}

/** Adds an import's aliases, within its transaction. Skips names that belong to other tools by now. */
export async function addAliases(
  app: App,
  db: Db,
  {
    by,
    importedIn,
    aliasesByTool,
  }: { by: User; importedIn: string; aliasesByTool: readonly AliasesOfTool[] },
): Promise<void> {
  const newAliases = aliasesByTool.flatMap(({ toolId, aliases }) =>
    aliases.map((alias) => ({ ...alias, toolId })),
  );
  if (newAliases.length === 0) return;
  await lockAliases(db);
  const names = newAliases.map(({ folded }) => folded);
  const owners = await findNameOwners(db, names);
  const isFree = ({ folded, toolId }: (typeof newAliases)[number]) =>
    (owners.get(folded) ?? []).every(({ id }) => id === toolId);
  const createdAt = app.now().toISOString();
  const rows = newAliases
    .filter(isFree)
    .map((alias) => ({ ...alias, createdBy: by.id, createdAt, importedIn }));
  await insertAliases(db, rows);
}
