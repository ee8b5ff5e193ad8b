import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { type PartSource, toDoc } from "#server/kernel/texts/text-source.ts";
import { authorLabel } from "#shared/comments/comment-thread.ts";
import type { ItemKey } from "#shared/kernel/item-address.ts";
import type { ItemText } from "#shared/mentions/links-in-item.ts";

/** Maximum length of a discussion's scanned text, starting with the newest comment. */
const MAX_DISCUSSION_CHARS = 200_000;
const MAX_COMMENTS = 2000;
/** Maximum length of a parent comment's text in the index of its replies. */
const MAX_PARENT_CHARS = 2000;

export const commentTexts: PartSource = {
  kind: "comment",
  table: "comments",
  async docs(db, ids, titlesOf) {
    const rows = await db
      .selectFrom("comments")
      .innerJoin("users", "users.id", "comments.userId")
      .select(["comments.id", "comments.kind", "comments.itemId", "comments.content", "comments.createdAt"])
      .select(["comments.userId", "comments.parentId"])
      .select(["users.displayName", "users.firstName", "users.lastName", "users.email"])
      .where("comments.id", "in", ids)
      .where("comments.deletedAt", "is", null)
      .execute();
    const titles = await titlesOf(rows.map(({ kind, itemId: id }) => ({ kind, id })));
    const parents = await listContents(
      db,
      rows.flatMap(({ parentId }) => parentId ?? []),
    );
    return rows.flatMap((comment) => {
      const subject = { kind: comment.kind, id: comment.itemId };
      const heading = titles.get(`${subject.kind}:${subject.id}`)?.title;
      if (heading === undefined) return [];
      const doc = toDoc("comment", {
        itemId: comment.id,
        at: comment.createdAt,
        // An item's title here would rank each of its comments like the item.
        title: "",
        texts: [comment.content],
        people: null,
        tags: [],
        addedBy: comment.userId,
      });
      const context = [heading, parents.get(comment.parentId ?? "") ?? ""].join(" / ");
      return { ...doc, context, heading, shownPeople: authorLabel(comment), subject };
    });
  },
  async itemsOf(db, ids) {
    const rows = await db
      .selectFrom("comments")
      .select(["kind", "itemId"])
      .where("id", "in", engineOf(db).valuesOf(ids))
      .execute();
    return [...new Map(rows.map(({ kind, itemId: id }) => [`${kind}:${id}`, { kind, id }])).values()];
  },
  async textsOf(db, kind, ids) {
    const discussed = await db
      .selectFrom("comments")
      .select("itemId")
      .distinct()
      .where("kind", "=", kind)
      .where("itemId", "in", engineOf(db).valuesOf(ids))
      .execute();
    const texts = new Map<string, ItemText[]>();
    for (const { itemId: id } of discussed) texts.set(id, await listTexts(db, { kind, id }));
    return texts;
  },
};

/** Returns the beginning of each comment's text, by comment id. */
async function listContents(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("comments")
    .select(["id", "content"])
    .where("id", "in", engineOf(db).valuesOf([...new Set(ids)]))
    .execute();
  return new Map(rows.map(({ id, content }) => [id, content.slice(0, MAX_PARENT_CHARS)]));
}

async function listTexts(db: Db, { kind, id: itemId }: ItemKey): Promise<ItemText[]> {
  const comments = await db
    .selectFrom("comments")
    .select(["id", "content"])
    .where("kind", "=", kind)
    .where("itemId", "=", itemId)
    .where("deletedAt", "is", null)
    .orderBy("position", "desc")
    .limit(MAX_COMMENTS)
    .execute();
  const texts: ItemText[] = [];
  let remaining = MAX_DISCUSSION_CHARS;
  for (const { id, content } of comments) {
    remaining -= content.length;
    if (remaining < 0) break;
    texts.push({ field: "comment", text: content, commentId: id });
  }
  return texts;
}
