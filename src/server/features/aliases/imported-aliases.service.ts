import type { App } from "#server/app.ts";
import { yieldToEventLoop } from "#server/kernel/async/yield-to-event-loop.ts";
import type { User } from "#shared/accounts/users.ts";

import { findNameOwners, haveOtherNamingsWait } from "./aliases.queries.ts";
import { deleteAliasesOf, insertAliases, listToolsNamedIn } from "./imported-aliases.queries.ts";

type Db = App["db"];

const TOOLS_AT_ONCE = 100;

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

/** Removes an import's aliases, except from certain tools. Returns the changed tools. */
export async function takeAliasesBack(
  db: Db,
  { importedIn, except }: { importedIn: string; except: ReadonlySet<string> },
): Promise<string[]> {
  const all: string[] = [];
  for (let ids = await listToolsNamedIn(db, importedIn, "", TOOLS_AT_ONCE); ids.length > 0;) {
    const taken = ids.filter((id) => !except.has(id));
    if (taken.length > 0) await deleteAliasesOf(db, importedIn, taken);
    all.push(...taken);
    await yieldToEventLoop();
    ids = await listToolsNamedIn(db, importedIn, ids.at(-1) ?? "", TOOLS_AT_ONCE);
  }
  return all;
}
