import { type QueryExecutorProvider, sql } from "kysely";

/**
 * User names are compared by full case folding: Straße and STRASSE are one name, which used to be two. Where both have
 * an account already, the older one goes on being found in every spelling. The newer one gets a folded form with
 * capitals in it, which no folded name has, so that it is found as it is written and in no other way; what is written
 * is unique too for that. `stackloop doctor` names these accounts.
 *
 * One-time links go with the account of the administrator who made them.
 */
export async function usernames(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ id: string; username: string; usernameFolded: string }>`
    select id, username, usernameFolded from users order by createdAt, id`.execute(db);
  const taken = new Set<string>();
  const changed = rows.flatMap(({ id, username, usernameFolded }) => {
    const folded = foldUsername(username);
    const form = taken.has(folded) ? `${folded} ID ${id}` : folded;
    taken.add(folded);
    return form === usernameFolded ? [] : [{ id, form }];
  });
  // First out of each other's way, since a name may take the form that another one gives up.
  for (const form of [({ id }: { id: string }) => `ID ${id}`, (row: { form: string }) => row.form]) {
    for (const row of changed) {
      await sql`update users set usernameFolded = ${form(row)} where id = ${row.id}`.execute(db);
    }
  }
  await sql`create unique index users_username on users (username)`.execute(db);
  await sql`create trigger links_of_deleted_user before delete on users begin
      delete from one_time_links where createdBy = old.id;
    end`.execute(db);
}

/** `foldUsername` of src/shared/accounts/usernames.ts as it was when this migration was written. */
export const foldUsername = (username: string): string =>
  foldCase(foldCase(username).normalize("NFKC")).normalize("NFKC").replaceAll(/\s+/gu, " ").trim();

const foldCase = (text: string): string => text.normalize("NFD").toLowerCase().toUpperCase().toLowerCase();
