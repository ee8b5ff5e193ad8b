import type { Db } from "#db/database.ts";
import type { ProviderAccountRow } from "#db/schema.ts";

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
