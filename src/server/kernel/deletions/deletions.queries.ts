import { sql } from "kysely";

import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { splitUser, USER_NAMES } from "#db/rows.ts";
import type { DeletionRow } from "#db/schema.ts";
import { latestFirst, type PageSlice } from "#server/kernel/paging/paging.ts";
import type { Author } from "#shared/accounts/users.ts";
import { DELETED_EXCERPT_LENGTH } from "#shared/kernel/deletion-rules.ts";

interface ListedDeletion extends Omit<DeletionRow, "image" | "contents" | "deletedBy" | "stage"> {
  contents: Record<string, number>;
  deletedBy: Author | null;
  /** First words of a comment. */
  excerpt: string | null;
}

/** Returns the ids of complete deletions up to a time, earliest first, at most `limit`. */
export async function listDeletionsUntil(db: Db, until: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("deletions")
    .select("id")
    .where("deletedAt", "<=", until)
    .where("stage", "=", "done")
    .orderBy("deletedAt")
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns deleted items, latest first. */
export async function listDeletionRows(db: Db, slice: PageSlice): Promise<ListedDeletion[]> {
  const all = db
    .selectFrom("deletions as deletion")
    .leftJoin("users", "users.id", "deletion.deletedBy")
    .leftJoin("deleted_rows as comment", (join) =>
      join
        .onRef("comment.deletionId", "=", "deletion.id")
        .onRef("comment.itemId", "=", "deletion.itemId")
        .on("comment.tableName", "=", "comments"),
    )
    .select([
      "deletion.id",
      "deletion.kind",
      "deletion.itemId",
      "deletion.containerKind",
      "deletion.containerId",
      "deletion.title",
      "deletion.contents",
      "deletion.deletedAt",
      "users.id as userId",
      ...USER_NAMES,
      sql<
        string | null
      >`substr(${engineOf(db).jsonText("comment.content", "content")}, 1, ${sql.lit(DELETED_EXCERPT_LENGTH)})`.as(
        "excerpt",
      ),
    ]);
  const restorable = all.where("deletion.stage", "in", ["done", "deleting"]);
  const rows = await latestFirst(restorable, ["deletion.deletedAt", "deletion.id"], slice).execute();
  return rows.map(({ userId, contents, ...row }) => {
    const { user, rest } = splitUser(userId, row);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the library, and checked by the database
    return { ...rest, contents: JSON.parse(contents) as Record<string, number>, deletedBy: user };
  });
}
