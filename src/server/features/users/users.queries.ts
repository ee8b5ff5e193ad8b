import type { Insertable } from "kysely";

import type { Db } from "#db/database.ts";
import type { Schema, UserRow } from "#db/schema.ts";
import type { Slice } from "#server/kernel/paging/paging.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";

/** Adds a user unless the name is taken. Returns the user, or nothing. */
export const insertUser = (db: Db, user: Insertable<Schema["users"]>) =>
  db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** Finds a user whose account is not deleted. */
export const findUserById = (db: Db, id: string) =>
  db.selectFrom("users").selectAll().where("id", "=", id).where("deletedAt", "is", null).executeTakeFirst();

/** Finds the user with exactly this name, or else one whose name differs only in case or Unicode form. */
export const findUserByName = (db: Db, username: string) =>
  db
    .selectFrom("users")
    .selectAll()
    .where(({ eb, or }) =>
      or([eb("username", "=", username.trim()), eb("usernameFolded", "=", foldUsername(username))]),
    )
    .where("deletedAt", "is", null)
    .orderBy(({ eb }) => eb("username", "=", username.trim()), "desc")
    .limit(1)
    .executeTakeFirst();

/** Lists all names with their normalized form, sorted by it. */
export const listUsernames = (db: Db) =>
  db
    .selectFrom("users")
    .select(["username", "usernameFolded"])
    .where("deletedAt", "is", null)
    .orderBy("usernameFolded")
    .execute();

/** Lists users in the order of their creation. */
export const listUserRows = (db: Db, { after, limit }: Slice) =>
  db
    .selectFrom("users")
    .selectAll()
    .where("deletedAt", "is", null)
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("createdAt", "id"), ">", tuple(after?.[0] ?? "", after?.[1] ?? "")),
      ),
    )
    .orderBy("createdAt")
    .orderBy("id")
    .$if(limit !== null, (query) => query.limit(limit ?? 0))
    .execute();

export const updateUser = (db: Db, id: string, changes: Partial<Omit<UserRow, "id">>) =>
  db.updateTable("users").set(changes).where("id", "=", id).returningAll().executeTakeFirst();

/** Replaces a password hash with another of the same password, unless it has changed since. */
export const replaceHash = (db: Db, { id, former, hash }: { id: string; former: string; hash: string }) =>
  db
    .updateTable("users")
    .set({ password: hash })
    .where("id", "=", id)
    .where("password", "=", former)
    .execute();

/** Counts the admins who can sign in. */
export async function countAdmins(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("role", "=", "admin")
    .where("disabledAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
