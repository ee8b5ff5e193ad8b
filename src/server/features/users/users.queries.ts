import type { Db } from "#db/database.ts";
import type { UserRow } from "#db/schema.ts";
import type { Slice } from "#server/paging.ts";
import { foldUsername } from "#shared/usernames.ts";
import type { Role } from "#shared/users.ts";

/** Adds a user unless the name is taken; returns the user, or nothing. */
export const insertUser = (db: Db, user: UserRow) =>
  db
    .insertInto("users")
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const findUserById = (db: Db, id: string) =>
  db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();

/** The user of exactly this name, else the one whose name differs from it in letter case or form only. */
export const findUserByName = (db: Db, username: string) =>
  db
    .selectFrom("users")
    .selectAll()
    .where(({ eb, or }) =>
      or([eb("username", "=", username.trim()), eb("usernameFolded", "=", foldUsername(username))]),
    )
    .orderBy(({ eb }) => eb("username", "=", username.trim()), "desc")
    .limit(1)
    .executeTakeFirst();

/** All names with the form in which they are compared, by which they are sorted. */
export const listUsernames = (db: Db) =>
  db.selectFrom("users").select(["username", "usernameFolded"]).orderBy("usernameFolded").execute();

/** Users in the order in which they came. */
export const listUserRows = (db: Db, { after, limit }: Slice) =>
  db
    .selectFrom("users")
    .selectAll()
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

export async function countAdmins(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("role", "=", "admin")
    .executeTakeFirstOrThrow();
  return count;
}

/** Changes a role, unless that would leave nobody with `admin`; returns the user as it is then, or nothing. */
export const updateRoleKeepingAnAdmin = (db: Db, id: string, role: Role, updatedAt: string) =>
  db
    .updateTable("users")
    .set({ role, updatedAt })
    .where("id", "=", id)
    .$if(role !== "admin", (query) =>
      query.where(({ eb, or, exists, selectFrom }) =>
        or([
          eb("role", "!=", "admin"),
          exists(
            selectFrom("users as others").select("id").where("role", "=", "admin").where("id", "!=", id),
          ),
        ]),
      ),
    )
    .returningAll()
    .executeTakeFirst();
