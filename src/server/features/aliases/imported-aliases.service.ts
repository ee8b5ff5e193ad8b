import type { App } from "#server/app.ts";
import type { User } from "#shared/accounts/users.ts";

import { findNameOwners, haveOtherNamingsWait } from "./aliases.queries.ts";
import { insertAliases } from "./imported-aliases.queries.ts";

export { deleteAliasesOf, listToolsNamedIn } from "./imported-aliases.queries.ts";

type Db = App["db"];

interface Given {
  toolId: string;
  aliases: readonly { folded: string; spelled: string }[];
}

/** Adds an import's aliases, within its transaction, except for those that now belong to other tools. */
export async function addAliases(
  app: App,
  db: Db,
  { by, importedIn, given }: { by: User; importedIn: string; given: readonly Given[] },
): Promise<void> {
  const wanted = given.flatMap(({ toolId, aliases }) => aliases.map((alias) => ({ ...alias, toolId })));
  if (wanted.length === 0) return;
  await haveOtherNamingsWait(db);
  const owners = await findNameOwners(
    db,
    wanted.map(({ folded }) => folded),
  );
  const isFree = ({ folded, toolId }: (typeof wanted)[number]) =>
    (owners.get(folded) ?? []).every(({ id }) => id === toolId);
  const createdAt = app.now().toISOString();
  await insertAliases(
    db,
    wanted.filter(isFree).map((alias) => ({ ...alias, createdBy: by.id, createdAt, importedIn })),
  );
}
