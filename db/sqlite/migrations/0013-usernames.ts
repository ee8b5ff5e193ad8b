import { type QueryExecutorProvider, sql } from "kysely";

/**
 * Compares user names by full case folding: Straße and STRASSE are now one name. If both have an account, the older
 * one is found in every spelling. The newer one gets a folded form with capitals, which no folded name has. So it is
 * found only by its exact spelling, which is therefore unique too. `stackloop doctor` lists these accounts. One-time
 * links are deleted with the account of the administrator who created them.
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
  // Sets unique forms first, because a name may take the form that another name releases.
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
