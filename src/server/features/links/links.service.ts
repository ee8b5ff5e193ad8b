import { randomUUID } from "node:crypto";

import type { App } from "#server/app.ts";
import { invalid, notFound } from "#server/errors.ts";
import { parseItemRef } from "#shared/items.ts";
import type { Link, NewLink } from "#shared/links.ts";
import type { User } from "#shared/users.ts";

import { loadTitles } from "./item-titles.queries.ts";
import { findLinkBetween, insertLink, updateLink } from "./links.queries.ts";

/** Links one item to another because a person says so; the same link twice is one, and one that was wrong is right now. */
export async function addLink(app: App, by: User, { from, to }: NewLink): Promise<Link> {
  if (from === to) throw invalid("A thing cannot be linked to itself", "to");
  const [source, target] = [parseItemRef(from), parseItemRef(to)];
  return await app.db.transaction().execute(async (transaction) => {
    const titles = await loadTitles(transaction, [source, target]);
    if (!titles.has(from) || !titles.has(to)) throw notFound("Item not found");
    const now = app.now().toISOString();
    const said = { state: "confirmed", decidedBy: by.id, decidedAt: now } as const;
    await insertLink(transaction, {
      id: randomUUID(),
      fromKind: source.kind,
      fromId: source.id,
      toKind: target.kind,
      toId: target.id,
      how: "person",
      spelled: null,
      excerpt: null,
      field: null,
      at: now,
      ...said,
    });
    const link = await findLinkBetween(transaction, source, target);
    if (link === null) throw notFound("Link not found");
    if (link.state === "confirmed") return link;
    await updateLink(transaction, link.id, said);
    return (await findLinkBetween(transaction, source, target)) ?? link;
  });
}
