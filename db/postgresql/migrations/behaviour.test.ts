import { assert, asyncProperty, date, uniqueArray } from "fast-check";
import { sql } from "kysely";
import { Client } from "pg";
import { describe, expect, onTestFinished, test } from "vitest";

import { openBoth, openPostgresql } from "#tests/support/both-databases.ts";
import { databaseWithoutTables } from "#tests/support/postgresql-engine.ts";
import { createDatabase } from "#tests/support/postgresql.ts";
import { insertRow } from "#tests/support/random-actions.ts";

import type { Db } from "../../database.ts";
import { sharedMigrations } from "../../migrations/index.ts";
import { baseline } from "./baseline.ts";

const EVENT = { at: "", actorId: null, verb: "add", kind: "tool", itemId: "t", title: "T" } as const;

const storeEvent = async (db: Db, seq?: number): Promise<number> => {
  const row = seq === undefined ? EVENT : { ...EVENT, seq };
  const stored = await db.insertInto("events").values(row).returning("seq").executeTakeFirstOrThrow();
  return stored.seq;
};

const storeUser = (db: Db, id: string) =>
  db
    .insertInto("users")
    .values({
      id,
      username: id,
      usernameFolded: id,
      password: "-",
      role: "user",
      createdAt: "",
      updatedAt: "",
    })
    .execute();

/** Returns the number of connections that wait for a lock. */
async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_locks
    where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** Collects the notifications on `stackloop`. */
async function listen(url: string) {
  const client = new Client({ connectionString: url }).on("error", () => {});
  await client.connect();
  onTestFinished(() => client.end());
  const notified: (string | undefined)[] = [];
  client.on("notification", ({ payload }) => notified.push(payload));
  await client.query("listen stackloop");
  return {
    /** Returns the notifications of all commits, sorted. */
    async read() {
      await client.query("notify stackloop, 'end'");
      await expect.poll(() => notified).toContain("end");
      return notified
        .splice(0)
        .filter((table) => table !== "end")
        .toSorted((one = "", other = "") => one.localeCompare(other));
    },
  };
}

describe("the tables of a PostgreSQL database", () => {
  test("number events in commit order", async () => {
    const db = await openPostgresql(await createDatabase());
    const first = await db.startTransaction().execute();
    const seq = await storeEvent(first);
    const second = storeEvent(db);
    await expect.poll(() => countWaiting(db)).toBe(1);
    await first.commit().execute();
    expect(await second).toBeGreaterThan(seq);
  });

  test("assign unused numbers to new events and comments after a copy", async () => {
    const db = await openPostgresql(await createDatabase());
    expect(await storeEvent(db, 7)).toBe(7);
    expect(await storeEvent(db, 3)).toBe(3);
    expect(await storeEvent(db)).toBe(8);
    await storeUser(db, "u");
    const reading = { id: "r", title: "", author: "", tags: "[]", createdAt: "", updatedAt: "", userId: "u" };
    await db.insertInto("readings").values(reading).execute();
    const comment = {
      readingId: "r",
      parentId: null,
      content: "",
      userId: "u",
      createdAt: "",
      updatedAt: "",
      deletedAt: null,
    };
    const positionOf = async (id: string, position?: number) => {
      const row = { ...comment, id, ...(position !== undefined && { position }) };
      await insertRow(db, "comments", row);
      const stored = await db
        .selectFrom("comments")
        .select("position")
        .where("id", "=", id)
        .executeTakeFirst();
      return stored?.position;
    };
    expect(await positionOf("a")).toBe(1);
    expect(await positionOf("b", 9)).toBe(9);
    expect(await positionOf("c", 5)).toBe(5);
    await db.deleteFrom("comments").execute();
    expect(await positionOf("d")).toBe(10);
  });

  test("notify which tables each commit changed", async () => {
    const url = await createDatabase();
    const db = await openPostgresql(url);
    const notices = await listen(url);
    await storeUser(db, "u");
    expect(await notices.read()).toEqual(["users"]);
    await db.transaction().execute(async (transaction) => {
      await storeEvent(transaction);
      await storeEvent(transaction);
      await transaction.insertInto("settings").values({ key: "k", value: "v" }).execute();
    });
    expect(await notices.read()).toEqual(["events", "settings"]);
    await db.insertInto("search_queue").values({ kind: "tool", itemId: "t" }).execute();
    await db.deleteFrom("events").where("seq", ">", 99).execute();
    await db.updateTable("users").set({ email: "e" }).where("id", "=", "nobody").execute();
    expect(await notices.read()).toEqual([]);
    const cursor = { userId: "u", name: "home", seq: 0, at: "", previousSeq: null, previousAt: null };
    await db.insertInto("cursors").values(cursor).execute();
    await notices.read();
    await db.deleteFrom("users").execute();
    expect(await notices.read()).toEqual(["cursors", "users"]);
  });

  test("notify about every cached table", async () => {
    const db = await openPostgresql(await createDatabase());
    const { rows } = await sql<{ name: string; notices: number }>`
      select relname as name,
        (select count(*) from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'notice_change'::regproc) as notices
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      order by relname collate "C"`.execute(db);
    expect(rows.filter(({ notices }) => notices === 0).map(({ name }) => name)).toEqual([
      "deleted_rows",
      "feed_replies",
      "paper_categories",
      "paper_counts",
      "paper_days",
      "pictures",
      "rate_limits",
      "search_docs",
      "search_queue",
      "search_words",
      "story_counts",
      "story_quarters",
    ]);
    expect(new Set(rows.map(({ notices }) => notices))).toEqual(new Set([0, 3]));
  });

  test("remove the words of deleted items", async () => {
    const db = await openPostgresql(await createDatabase());
    await storeUser(db, "u");
    const tool = { name: "", tags: "[]", releaseNotes: "[]", dateUpdated: "", userId: "u" };
    await db
      .insertInto("ai_tools")
      .values([
        { ...tool, id: "a" },
        { ...tool, id: "b" },
      ])
      .execute();
    const docs = [
      { docId: 1, kind: "tool", itemId: "a", at: "" },
      { docId: 2, kind: "tool", itemId: "b", at: "" },
      { docId: 3, kind: "prompt", itemId: "a", at: "" },
    ];
    await db.insertInto("search_docs").values(docs).execute();
    await sql`insert into search_words ("docId", length, words) select "docId", 1, 'whale' from search_docs`.execute(
      db,
    );
    await db.deleteFrom("ai_tools").where("id", "=", "a").execute();
    const { rows } = await sql<{ docId: number }>`select "docId" from search_words order by "docId"`.execute(
      db,
    );
    expect(rows).toEqual([{ docId: 2 }, { docId: 3 }]);
  });

  test("report text that isn't JSON as a constraint violation", async () => {
    const db = await openPostgresql(await createDatabase());
    await storeUser(db, "u");
    const session = (sess: string) =>
      db.insertInto("session").values({ sid: sess, userId: "u", sess, expire: "" }).execute();
    for (const sess of ["{}", '"\\u0000"', '"\\ud800"', "1e999", " null "]) await session(sess);
    for (const sess of ["", "{", "nul", "{'a': 1}", "[1,]"]) {
      await expect(session(sess)).rejects.toMatchObject({ code: "23514" });
    }
  });

  test("compute the same quarter of an hour as SQLite", async () => {
    const { sqlite, postgresql } = await openBoth();
    const moments = date({
      min: new Date("0000-01-01T00:00:00.000Z"),
      max: new Date("9999-12-31T23:59:59.999Z"),
      noInvalidDate: true,
    });
    await assert(
      asyncProperty(uniqueArray(moments, { minLength: 100, maxLength: 200, size: "max" }), async (list) => {
        const times = JSON.stringify(["1969-12-31T23:59:59.999Z", "0000-02-29T00:14:59.999Z", ...list]);
        const ofFile = await sql<{ quarter: number }>`
          select unixepoch(value) / 900 as quarter from json_each(${times}) order by key`.execute(sqlite);
        const ofServer = await sql<{ quarter: number }>`
          select quarter_of(value) as quarter
          from json_array_elements_text(${times}::json) with ordinality order by ordinality`.execute(
          postgresql,
        );
        expect(ofServer.rows).toEqual(ofFile.rows);
      }),
      { numRuns: 20 },
    );
  });

  test("sort texts by their bytes", async () => {
    const db = await openPostgresql(await createDatabase());
    for (const id of ["b", "B", "ä", "a", "_", "é"]) await storeUser(db, id);
    const rows = await db.selectFrom("users").select("id").orderBy("id").execute();
    expect(rows.map(({ id }) => id)).toEqual(["B", "_", "a", "b", "ä", "é"]);
  });
});

test("an update removes the lists of kinds from tables with rows, and no other check", async () => {
  const db = await databaseWithoutTables();
  const position = sharedMigrations.findIndex(({ name }) => name === "0043-no-list-of-kinds");
  await baseline(db);
  for (const { up } of sharedMigrations.slice(0, position)) await up(db);
  const listChecks = async () => {
    const { rows } = await sql<{ line: string }>`
      select concat(conrelid::regclass, ' ', pg_get_constraintdef(oid)) as line from pg_constraint
      where contype = 'c' and connamespace = current_schema()::regnamespace`.execute(db);
    return rows.map(({ line }) => line).toSorted();
  };
  const watch = (kind: string, level: string) =>
    sql`insert into watches values ('u1', ${sql.lit(kind)}, 'x', ${sql.lit(level)})`.execute(db);
  await storeUser(db, "u1");
  await watch("tool", "mute");
  await expect(watch("dataset", "mute")).rejects.toThrow("violates check constraint");
  const before = await listChecks();
  for (const { up } of sharedMigrations.slice(position)) await up(db);
  const after = await listChecks();
  expect(before.filter((line) => line.includes("'tool'"))).toHaveLength(13);
  expect(after).toEqual(before.filter((line) => !line.includes("'tool'")));
  await watch("dataset", "mute");
  await expect(watch("song", "hum")).rejects.toThrow("violates check constraint");
  expect(await db.selectFrom("watches").select("kind").orderBy("kind").execute()).toEqual([
    { kind: "dataset" },
    { kind: "tool" },
  ]);
});
