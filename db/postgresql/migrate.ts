import { type QueryExecutorProvider, sql, type Transaction } from "kysely";

import type { OpenDatabase, StartOptions } from "../database.ts";
import { createMigrationError } from "../error-kinds.ts";
import { DatabaseError, otherVersionError } from "../errors.ts";
import {
  FIRST_SHARED_VERSION,
  type Migrated,
  SCHEMA_VERSION,
  sharedMigrations,
} from "../migrations/index.ts";
import type { Schema } from "../schema.ts";
import { checkServer, type ServerFacts, receivesNotifications, POOLER_ADVICE } from "./connect.ts";
import { describeServer, openSinglePool } from "./connections.ts";
import { baseline } from "./migrations/baseline.ts";
import { isServed, openServer, openWith } from "./open.ts";
import { prepareIndexes, type ServerFeatures } from "./search/prepare-indexes.ts";

interface MigrationOptions {
  onStep?: ((name: string, version: number, last: number) => void) | undefined;
  /** True for a command that works alongside servers, which would continue with tables unknown to them. */
  runsAlongsideServer?: boolean;
}

const STEPS = [
  { name: "baseline", version: FIRST_SHARED_VERSION, up: baseline },
  ...sharedMigrations.map(({ name, up }, index) => ({ name, version: FIRST_SHARED_VERSION + 1 + index, up })),
];

/** Advisory lock of this program's migrations. No other program uses this number. */
const LOCK = 0x534c6f70;

/** Returns the number of migrations applied to a database; 0 before the first. */
export async function serverSchemaVersion(db: QueryExecutorProvider): Promise<number> {
  const found = await sql<{
    table: string | null;
  }>`select to_regclass('stackloop_schema')::text as "table"`.execute(db);
  if (found.rows[0]?.table == null) return 0;
  const { rows } = await sql<{ version: number }>`select version from stackloop_schema`.execute(db);
  return rows[0]?.version ?? 0;
}

/** Opens a PostgreSQL database, which other processes may use too. See `startDatabase`. */
export async function startServerDatabase(
  url: string,
  { onStep, log, runsAlongsideServer = false }: StartOptions,
): Promise<OpenDatabase> {
  const { features } = await prepareServer(url, { onStep, runsAlongsideServer });
  if (runsAlongsideServer) return openServer(url, features);
  const isNotified = await receivesNotifications(url);
  if (!isNotified) log.warn({}, `live updates between processes don't work: ${POOLER_ADVICE}`);
  return { ...(await openServer(url, features, { isServing: true })), receivesNotifications: isNotified };
}

interface Prepared extends Migrated {
  features: ServerFeatures;
}

/**
 * Migrates the tables and indexes of a database, all or nothing. If several processes start together, one migrates and
 * the others wait.
 */
export async function prepareServer(
  url: string,
  { onStep, runsAlongsideServer }: MigrationOptions,
): Promise<Prepared> {
  const facts = await checkServer(url);
  const name = describeServer(url);
  refuseWithoutRights(facts, name);
  const db = openWith(openSinglePool(url, true), facts);
  try {
    return await db
      .transaction()
      .setIsolationLevel("read committed")
      .execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(transaction);
        const from = await serverSchemaVersion(transaction);
        if (runsAlongsideServer && from !== SCHEMA_VERSION && (await isServed(transaction)))
          throw otherVersionError();
        await runSteps(transaction, { from, name, onStep });
        const features = await prepareIndexes(transaction);
        return { from, to: SCHEMA_VERSION, backupFile: null, features };
      });
  } finally {
    await db.destroy();
  }
}

async function runSteps(
  db: Transaction<Schema>,
  { from, name, onStep }: MigrationOptions & { from: number; name: string },
): Promise<void> {
  if (from > SCHEMA_VERSION) throw isNewer(name, from);
  if (from === 0) await refuseForeignTables(db, name);
  for (const step of STEPS) {
    if (step.version <= from) continue;
    if (from > 0) onStep?.(step.name, step.version, SCHEMA_VERSION);
    await apply(db, step);
  }
}

const isNewer = (name: string, version: number) =>
  new DatabaseError(
    `${name}: database version ${version} is newer than this app (${SCHEMA_VERSION}); install the newer StackLoop again`,
  );

/** Throws if the database contains tables of another product. These must never be changed. */
async function refuseForeignTables(db: QueryExecutorProvider, name: string): Promise<void> {
  const { rows } = await sql`select from pg_class
    where relnamespace = (select oid from pg_namespace where nspname = current_schema()) and relkind in ('r', 'p', 'v', 'm') limit 1`.execute(
    db,
  );
  if (rows.length > 0)
    throw new DatabaseError(
      `${name} has tables of another program; choose an empty database, or an empty schema`,
    );
}

async function apply(db: Transaction<Schema>, { name, version, up }: (typeof STEPS)[number]): Promise<void> {
  try {
    await up(db);
    await sql`create table if not exists stackloop_schema (version bigint not null)`.execute(db);
    await sql`delete from stackloop_schema`.execute(db);
    await sql`insert into stackloop_schema (version) values (${sql.lit(version)})`.execute(db);
  } catch (error) {
    throw createMigrationError(name, error);
  }
}

/** Throws if the product may not create tables on the server. */
export function refuseWithoutRights(facts: ServerFacts, name: string): void {
  const { schema, mayCreateTables, isReadOnly, otherOwner } = facts;
  if (isReadOnly)
    throw new DatabaseError(
      `${name} is read-only; connect to the primary server, or run there: alter role USER set default_transaction_read_only = off`,
    );
  if (schema === null)
    throw new DatabaseError(
      `${name} has no schema for the user in DATABASE_URL; run there: create schema authorization USER`,
    );
  if (!mayCreateTables)
    throw new DatabaseError(
      `the user in DATABASE_URL may not create tables in ${name}; run there: grant create on schema ${schema} to USER`,
    );
  if (otherOwner !== null)
    throw new DatabaseError(
      `the tables in ${name} belong to ${otherOwner}, not to the user in DATABASE_URL; run there for each: alter table NAME owner to USER, or restore them with: pg_restore --no-owner --role=USER`,
    );
}

/** Migrates a database for the migration command. */
export async function migrateServerDatabase(
  url: string,
  options: MigrationOptions,
): Promise<Migrated & { name: string }> {
  const { features: _features, ...migrated } = await prepareServer(url, options);
  return { name: describeServer(url), ...migrated };
}
