import { setImmediate } from "node:timers/promises";

import { type SelectQueryBuilder, sql } from "kysely";

import type { ItemKind } from "#shared/kernel/item-address.ts";

import type { Db } from "./database.ts";

/**
 * Number of rows in one statement. Inserting 100 rows with their indexes takes a few milliseconds. SQLite accepts at
 * most 32,766 values.
 */
const ROWS_PER_STATEMENT = 100;

/**
 * Splits rows into batches for one statement each. Yields to other work between batches, because the driver never
 * waits by itself.
 */
export async function* inBatches<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    if (start > 0) await setImmediate();
    yield rows.slice(start, start + ROWS_PER_STATEMENT);
  }
}

/** Number of rows in one batch. Reading 500 small rows and folding their names takes a few milliseconds. */
export const ROWS_READ_AT_ONCE = 500;

/**
 * Streams all rows in batches of `ROWS_READ_AT_ONCE`, ordered by a unique text. Yields to other work between batches.
 * `next` returns the batch after a key.
 */
export async function* streamByKey<Row>(
  next: (after: string) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row[]> {
  for (let after: string | undefined = ""; after !== undefined;) {
    const rows: Row[] = await next(after);
    yield rows;
    const last = rows[ROWS_READ_AT_ONCE - 1];
    after = last && keyOf(last);
    await setImmediate();
  }
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

/** Parses a row's tags from JSON. A list has thousands of rows, so this skips the much slower schema check. */
export function readTags(json: string): string[] {
  const tags: unknown = JSON.parse(json);
  if (!isTextList(tags)) throw new TypeError(`invalid tags: ${json.slice(0, 100)}`);
  return tags;
}

/** Counts the rows of a query that selects no columns. */
export async function countRows<Tables, Names extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Names, object>,
): Promise<number> {
  const { rows } = await query
    .select(({ fn }) => fn.countAll<number>().as("rows"))
    .$castTo<{ rows: number }>()
    .executeTakeFirstOrThrow();
  return rows;
}

/** Number of comments on each item, to select with items of one kind. `id` is the column of their ids. */
export const commentCount = (db: Db, kind: ItemKind, id: string) =>
  db
    .selectFrom("comments")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("comments.kind", "=", kind)
    .where("comments.itemId", "=", sql.ref<string | null>(id))
    .where("comments.deletedAt", "is", null)
    .$asScalar()
    .$notNull()
    .as("commentCount");

/** Columns of a user's names that make up the shown name. */
export const SHOWN_NAMES = [
  "users.username",
  "users.displayName",
  "users.firstName",
  "users.lastName",
] as const;

/** Columns of a user's names and email address. */
export const USER_NAMES = [...SHOWN_NAMES, "users.email"] as const;

interface UserNames {
  username: string | null;
  displayName: string | null;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
}

/** Splits a row into the user with this id and its other columns. The user is null if the account is deleted. */
export function splitUser<Row extends UserNames>(id: string | null, row: Row) {
  const { username, displayName, firstName, lastName, email, ...rest } = row;
  const names = { displayName, firstName, lastName, email };
  return { user: id === null || username === null ? null : { id, username, ...names }, rest };
}
