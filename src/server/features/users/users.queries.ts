import type { Insertable } from "kysely";

import type { Db } from "#db/database.ts";
import type { Schema, UserRow } from "#db/schema.ts";
import type { Slice } from "#server/kernel/paging/paging.ts";
import { foldUsername } from "#shared/accounts/usernames.ts";

/** Adds a user unless the name is taken; returns the user, or nothing. */
export const insertUser = (db: Db, user: Insertable<Schema["users"]>) =>
  db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

/** A user whose account was not deleted. */
export const findUserById = (db: Db, id: string) =>
  db.selectFrom("users").selectAll().where("id", "=", id).where("deletedAt", "is", null).executeTakeFirst();

/** The user of exactly this name, else the one whose name differs from it in letter case or form only. */
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

/** All names with the form in which they are compared, by which they are sorted. */
export const listUsernames = (db: Db) =>
  db
    .selectFrom("users")
    .select(["username", "usernameFolded"])
    .where("deletedAt", "is", null)
    .orderBy("usernameFolded")
    .execute();

/** Users in the order in which they came. */
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

/** Replaces a password hash with another one of the same password, unless it was changed since. */
export const replaceHash = (db: Db, { id, former, hash }: { id: string; former: string; hash: string }) =>
  db
    .updateTable("users")
    .set({ password: hash })
    .where("id", "=", id)
    .where("password", "=", former)
    .execute();

/** How many admins can sign in. */
export async function countAdmins(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("role", "=", "admin")
    .where("disabledAt", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}
