import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { personName } from "#shared/accounts/user-rules.ts";
import type { ExportedComment } from "#shared/export.ts";
import type { ItemKind } from "#shared/kernel/item-address.ts";

/** Adds the discussions of items to those that have one, for a JSON file. */
export async function withDiscussions<Item extends { id: string }>(
  db: Db,
  kind: ItemKind,
  items: readonly Item[],
): Promise<(Item & { discussion?: ExportedComment[] })[]> {
  const rows = await db
    .selectFrom("comments")
    .innerJoin("users", "users.id", "comments.userId")
    .select(["comments.itemId", "comments.id", "comments.parentId", "comments.content"])
    .select(["comments.createdAt", "comments.updatedAt"])
    .select(["users.username", "users.displayName", "users.firstName", "users.lastName"])
    .where("comments.kind", "=", kind)
    .where("comments.itemId", "in", engineOf(db).valuesOf(items.map(({ id }) => id)))
    .orderBy("comments.position")
    .execute();
  const byItem = Map.groupBy(rows, ({ itemId }) => itemId);
  return items.map((item) => {
    const discussion = byItem.get(item.id)?.map((row): ExportedComment => {
      const { id, parentId, content, createdAt, updatedAt } = row;
      return { id, parentId, author: personName(row), content, createdAt, updatedAt };
    });
    return discussion ? { ...item, discussion } : item;
  });
}
