import { Client } from "pg";

import { createDatabaseOn, type DatabaseServer, dropDatabaseOn } from "./database-server.ts";

/** A database whose tables are as they were when it was made. */
interface Emptied {
  name: string;
  url: string;
  /** What the tables hold that are not empty at first, by their names. */
  content: ReadonlyMap<string, string>;
  definitions: string;
}

/** Those that tests of this process have given back. */
const spare: Emptied[] = [];
let made = 0;

/**
 * A database with every table and nothing in them: one that a test has given back, which takes a tenth of the time, or
 * else a new one.
 */
export async function takeDatabase(server: DatabaseServer): Promise<Emptied> {
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

/** Takes out what a test has written, for the next one; a database of which it changed more is dropped. */
export async function giveBack(server: DatabaseServer, database: Emptied): Promise<void> {
  const isAsBefore = await asAdmin(server, database.name, async (admin) => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    if ((await readDefinitions(admin)) !== database.definitions) return false;
    // Triggers and references have nothing to say while what a test wrote is taken out.
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

/** Does something in a database as somebody who may do anything. */
async function asAdmin<Result>(
  server: DatabaseServer,
  database: string,
  work: (admin: Client) => Promise<Result>,
): Promise<Result> {
  const url = new URL(server.adminUrl);
  url.pathname = `/${database}`;
  const admin = new Client({ connectionString: url.href });
  // A query says so too.
  admin.on("error", () => {});
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** All tables of the product that hold something, and with it. */
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

/** Differs where tables, indexes, sequences, functions, triggers, rights or settings are others than before. */
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

/** Small tables row by row, which is quicker; what numbers rows begins anew. */
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
