import { Client } from "pg";

import { createDatabaseOn, type DatabaseServer, dropDatabaseOn } from "./database-server.ts";

/** A database whose tables are in their original state. */
interface Emptied {
  name: string;
  url: string;
  /** The content of tables that are not empty originally, by name. */
  content: ReadonlyMap<string, string>;
  definitions: string;
}

/** Databases returned by tests of this process. */
const spare: Emptied[] = [];
let made = 0;

/** An empty database with every table: a returned one, which takes a tenth of the time, or else a new one. */
export async function acquireDatabase(server: DatabaseServer): Promise<Emptied> {
  return spare.pop() ?? make(server);
}

async function make(server: DatabaseServer): Promise<Emptied> {
  made += 1;
  const name = `${server.template}_${process.pid}_${made}`;
  const url = await createDatabaseOn(server, { name, template: server.template });
  return asAdmin(server, name, async (admin) => ({
    name,
    url,
    content: await readContent(admin),
    definitions: await readDefinitions(admin),
  }));
}

/** Deletes a test's rows for the next test; drops a database with other changes. */
export async function releaseDatabase(server: DatabaseServer, database: Emptied): Promise<void> {
  const isAsBefore = await asAdmin(server, database.name, async (admin) => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    if ((await readDefinitions(admin)) !== database.definitions) return false;
    // Triggers and references are off while a test's rows are deleted.
    await admin.query("set session_replication_role = replica");
    await admin.query(EMPTY);
    for (const [table, rows] of database.content)
      await admin.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        rows,
      ]);
    return true;
  });
  if (isAsBefore) spare.push(database);
  else await dropDatabaseOn(server, database.name);
}

/** Runs work in a database with an admin's rights. */
async function asAdmin<Result>(
  server: DatabaseServer,
  database: string,
  work: (admin: Client) => Promise<Result>,
): Promise<Result> {
  const url = new URL(server.adminUrl);
  url.pathname = `/${database}`;
  const admin = new Client({ connectionString: url.href });
  // The next query also reports the error.
  admin.on("error", () => {});
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** All of the product's non-empty tables, with their content. */
async function readContent(admin: Client): Promise<Map<string, string>> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const content = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await admin.query<{ rows: string | null }>(
      `select json_agg(it)::text as rows from ${name} as it`,
    );
    if (rows[0]?.rows != null) content.set(name, rows[0].rows);
  }
  return content;
}

/** Differs if tables, indexes, sequences, functions, triggers, rights or settings have changed. */
async function readDefinitions(admin: Client): Promise<string> {
  const { rows } = await admin.query<{ definitions: string }>(`select concat_ws(' ',
    (select md5(string_agg(concat_ws(',', relname, relkind, relowner, relacl, relnatts), ' ' order by relname))
      from pg_class where relnamespace = 'public'::regnamespace),
    (select count(*) from pg_trigger), (select count(*) from pg_proc), (select count(*) from pg_constraint),
    (select count(*) from pg_extension), (select count(*) from pg_namespace),
    (select md5(concat_ws(',', datacl, datallowconn, datconnlimit)) from pg_database where datname = current_database()),
    (select count(*) from pg_db_role_setting)) as definitions`);
  return rows[0]?.definitions ?? "";
}

/** Deletes row by row, which is faster for small tables, and resets sequences. */
const EMPTY = `do $$
declare
  one record;
  is_filled boolean;
begin
  for one in select oid::regclass as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
    execute format('select exists (select from %s)', one.name) into is_filled;
    continue when not is_filled;
    if pg_relation_size(one.name) > 100000 then
      execute format('truncate %s cascade', one.name);
    else
      execute format('delete from %s', one.name);
    end if;
  end loop;
  for one in select oid::regclass as name from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace loop
    perform setval(one.name, 1, false);
  end loop;
end $$`;
