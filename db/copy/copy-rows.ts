import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

import { sql } from "kysely";

import type { Db } from "../database.ts";
import { engineOf } from "../engine.ts";
import { getStorageErrorKind } from "../error-kinds.ts";
import { DatabaseError } from "../errors.ts";
import type { CopyPlan } from "./copy-tables.ts";

/** Table prepared for copying. */
export interface CopyTable extends CopyPlan {
  name: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Number of rows in a table and a SHA-256 of all their values. The hash is the same for every engine. */
export interface TableContent {
  rows: number;
  digest: string;
}

/** Reads a table in key order. Waits for `take` to process each batch before reading the next. */
export async function readTable(
  db: Db,
  table: CopyTable,
  take: (rows: readonly Row[]) => Promise<void> | void,
): Promise<TableContent> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const batch of batchesOf(db, table)) {
    for (const row of batch) hash.update(`${canonical(row, table)}\n`);
    rows += batch.length;
    await take(batch);
    // Yields to signal handlers and the progress line, because the driver may never wait.
    await setImmediate();
  }
  return { rows, digest: hash.digest("hex") };
}

/** Returns the number of rows to read from a table. */
export async function countRows(db: Db, { name, where }: CopyTable): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}
    where ${where ?? sql<boolean>`true`}`.execute(db);
  return rows[0]?.rows ?? 0;
}

async function* batchesOf(db: Db, table: CopyTable): AsyncGenerator<readonly Row[]> {
  let batch: Row[] = [];
  const { name, key, where, rowsAtOnce } = table;
  const order = name === "session" ? [engineOf(db).sessionOrder()] : key.map((column) => sql.ref(column));
  let query = db
    .selectFrom(sql<Row>`${sql.table(name)}`.as("copied"))
    .selectAll()
    .orderBy(sql`${sql.join(order)}`);
  if (where) query = query.where(where);
  for await (const row of query.stream(rowsAtOnce)) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

const columnsOf = (row: Row, { without }: CopyTable): string[] =>
  Object.keys(row)
    .filter((column) => !without.includes(column))
    .toSorted();

/** Serialises a row to a text that is unique to the row and the same for every engine. */
const canonical = (row: Row, table: CopyTable): string =>
  JSON.stringify(columnsOf(row, table).map((column) => [column, canonicalValue(row[column])]));

function canonicalValue(value: unknown): unknown {
  if (value === null || typeof value === "string" || Number.isSafeInteger(value)) return value;
  if (value instanceof Uint8Array) return { sha256: createHash("sha256").update(value).digest("hex") };
  throw new DatabaseError(`can't copy a value of the type ${typeof value}`);
}

/** Stores rows with all their columns. Call it within a transaction. */
export async function storeRows(db: Db, table: CopyTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = columnsOf(first, table);
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  const names = columns.map((column) => sql.ref(column));
  try {
    await sql`insert into ${sql.table(table.name)} (${sql.join(names)}) values ${sql.join(values)}`.execute(
      db,
    );
  } catch (error) {
    throw explained(error, table, rows);
  }
}

/** Returns storage errors such as a full disk unchanged. Other errors are attributed to these rows. */
function explained(error: unknown, { name, key }: CopyTable, rows: readonly Row[]): unknown {
  const kind = getStorageErrorKind(error);
  if (kind !== undefined && kind !== "duplicate") return error;
  const keyOf = (row: Row = {}) => key.map((column) => String(row[column])).join(" ");
  const reason = error instanceof Error ? error.message : String(error);
  return new DatabaseError(
    `can't store rows of ${name}, from ${keyOf(rows[0])} to ${keyOf(rows.at(-1))} (${reason}); nothing was copied`,
    { cause: error },
  );
}
