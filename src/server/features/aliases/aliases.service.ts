import type { App } from "#server/app.ts";
import { conflict, invalid, notFound } from "#server/errors.ts";
import { getTool } from "#server/features/tools/tools.service.ts";
import { learnTools } from "#server/kernel/links/learn-names.service.ts";
import { catchUpWithLinks } from "#server/kernel/links/link-reading.service.ts";
import type { User } from "#shared/accounts/users.ts";
import { aliasProblem, MAX_ALIASES } from "#shared/links/alias-rules.ts";
import type { Alias, NewAlias } from "#shared/links/links.ts";
import { foldName } from "#shared/mentions/names.ts";

import { deleteAlias, haveOtherNamingsWait, insertAlias, listAliasRows } from "./aliases.queries.ts";
import { findNameOwners } from "./name-owners.queries.ts";

/** The other names of a tool, the oldest first. */
export async function listAliases(app: App, { toolId }: { toolId: string }): Promise<{ items: Alias[] }> {
  await getTool(app, toolId);
  return { items: await listAliasRows(app.db, toolId) };
}

/** Gives a tool another name; one that it has already stays as it was. Throws 409 for a name of another tool. */
export async function addAlias(app: App, by: User, { toolId, alias }: NewAlias): Promise<{ items: Alias[] }> {
  const folded = readAlias(alias);
  await getTool(app, toolId);
  // Two people who give one name to two tools at once are asked one after the other.
  const added = await app.db.transaction().execute(async (transaction) => {
    await haveOtherNamingsWait(transaction);
    const items = await listAliasRows(transaction, toolId);
    if (items.some((one) => one.folded === folded)) return { items };
    const owners = (await findNameOwners(transaction, [folded])).get(folded) ?? [];
    const other = owners.find(({ id }) => id !== toolId);
    if (other) throw conflict(`${alias} already means ${other.name}`);
    if (items.length >= MAX_ALIASES)
      throw invalid(`A tool can have at most ${MAX_ALIASES} other names`, "alias");
    await insertAlias(transaction, {
      toolId,
      folded,
      spelled: alias,
      createdBy: by.id,
      createdAt: app.now().toISOString(),
      importedIn: null,
    });
    return { items: await listAliasRows(transaction, toolId) };
  });
  await readForNamesOf(app, [toolId]);
  return added;
}

/** Takes another name away from a tool, however it is spelled. */
export async function removeAlias(app: App, { toolId, alias }: NewAlias): Promise<void> {
  await getTool(app, toolId);
  const { numDeletedRows } = await deleteAlias(app.db, toolId, foldName(alias));
  if (numDeletedRows === 0n) throw notFound("Name not found");
  await readForNamesOf(app, [toolId]);
}

/** Has the texts read again that have a new name of these tools or one that is gone; what takes longer follows in the background. */
export async function readForNamesOf(app: App, toolIds: readonly string[]): Promise<void> {
  if (toolIds.length === 0) return;
  await learnTools(app, toolIds);
  await catchUpWithLinks(app);
}

/** A name as it is compared; throws 400 for one that texts cannot be searched for. */
function readAlias(alias: string): string {
  const problem = aliasProblem(alias);
  if (problem !== null) throw invalid(problem, "alias");
  return foldName(alias);
}
