import type { Insertable } from "kysely";

import type { Db } from "#db/database.ts";
import type { ProviderAccountRow, Schema, UserRow } from "#db/schema.ts";
import type { Slice } from "#server/kernel/paging/paging.ts";
import { foldUsername } from "#shared/accounts/user-rules.ts";

/** Finds the user who is linked with an account at the provider. */
export const findUserByProvider = (db: Db, { issuer, subject }: { issuer: string; subject: string }) =>
  db
    .selectFrom("provider_accounts")
    .innerJoin("users", "users.id", "provider_accounts.userId")
    .selectAll("users")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .where("users.deletedAt", "is", null)
    .executeTakeFirst();

export const findProviderAccount = (db: Db, userId: string) =>
  db.selectFrom("provider_accounts").selectAll().where("userId", "=", userId).executeTakeFirst();

/** Links an account at the provider, unless it or the user is linked already. */
export const insertProviderAccount = (db: Db, row: ProviderAccountRow) =>
  db
    .insertInto("provider_accounts")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning("userId")
    .executeTakeFirst();

export const deleteProviderAccount = (db: Db, userId: string) =>
  db.deleteFrom("provider_accounts").where("userId", "=", userId).returning("userId").executeTakeFirst();

/** Lists users with this e-mail address, in any case, who aren't linked. At most two. */
export const findUsersByEmail = (db: Db, email: string) =>
  db
    .selectFrom("users")
    .selectAll()
    .where(({ eb, fn }) => eb(fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("deletedAt", "is", null)
    .where("id", "not in", ({ selectFrom }) => selectFrom("provider_accounts").select("userId"))
    .limit(2)
    .execute();

/** Lists the passwords of the other enabled administrators. */
export const listOtherAdmins = (db: Db, id: string) =>
  db
    .selectFrom("users")
    .select("password")
    .where("role", "=", "admin")
    .where("disabledAt", "is", null)
    .where("id", "!=", id)
    .execute();

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
