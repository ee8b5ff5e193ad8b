import { existsSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";

import { COPY_PLANS } from "#db/copy/copy-tables.ts";
import { type CopyProgress, copyDatabase } from "#db/copy/copy.ts";
import { urlOfFile } from "#db/database-url.ts";
import type { Db } from "#db/database.ts";
import { engineOf } from "#db/engine.ts";
import { SCHEMA_VERSION } from "#db/migrations/index.ts";
import { readDatabase } from "#db/open-for-reading.ts";
import { startDatabase } from "#db/open.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import {
  damage,
  damageBeyondQuickCheck,
  foreignDatabase,
  setNewerVersion,
} from "#tests/support/database-files.ts";
import { writeEmptyDatabase } from "#tests/support/empty-database.ts";
import { writeDatabaseOfVersion } from "#tests/support/older-databases.ts";
import { createDatabase } from "#tests/support/postgresql.ts";
import { program, withAda } from "#tests/support/program.ts";
import { signedIn } from "#tests/support/rest-client.ts";
import { temporaryFolder } from "#tests/support/test-app.ts";
import { isOnServer, onSqliteAlone } from "#tests/support/test-database.ts";

const AT = "'2026-01-02T03:04:05.678Z'";

/** Columns missing in older databases, and numbers of deleted items. */
const MORE = [
  `insert into feed_replies values ('https://a.example', 'https://b.example', null, '"1"', null, ${AT}, 4, x'1f8b0800')`,
  `insert into news_readers values ('u2', 1, 1)`,
  `insert into session values ('s0', 'u2', '{}', '2098-01-01T00:00:00.000Z')`,
  `insert into comments values (9, 'c9', 'r1', null, 'Gone', 'u1', ${AT}, ${AT}, null, 'reading')`,
  `delete from comments where id = 'c9'`,
  // A tool during the deletion of its comments.
  `insert into item_ids values ('t8')`,
  `insert into comments values (8, 'c8', 't8', null, 'Going', 'u1', ${AT}, ${AT}, null, 'tool')`,
  `insert into settings values ('searchBackfill', '{"kind":"paper","after":"a"}')`,
  `insert into story_quarters values (1, 0)`,
  `insert into prompt_stars values ('p1', 'u1')`,
  `insert into prompt_ratings values ('p1', 1, 't1', 'u1', 4, 'Slow', ${AT})`,
  `insert into provider_accounts values ('https://id.example', 'ada', 'u1', ${AT})`,
  `insert into channels values ('c1', 'slack', 'Team', 'https://hooks.example.com/x', null, '{}', null, 1, null, null, 1, ${AT}, null, ${AT})`,
  `insert into deliveries values ('d1', 'c1', null, 'events', 0, 1, null, null, 'sent', 1, ${AT}, null, '', 0, ${AT}, ${AT})`,
  `insert into mail_settings values ('u1', 'ada@example.com', ${AT}, null, null, 'daily', 1, 0, null, ${AT}, null)`,
  `insert into import_undos values ('i1', 'u1', 'items', 'tool', 't1', 1, 0, 0, '[]', '[]', ${AT})`,
  `insert into paper_neighbours values ('a1', 'a1', 900000)`,
  `insert into paper_scores values ('u1', 'a1', 45000, null, 'agents')`,
  `insert into briefs values ('b1', '2026-01-05', '2026-01-11', 'A week', '', '{}', 'u1', ${AT})`,
  `insert into brief_drafts values ('u1', '2026-01-05', '2026-01-11', '', '', '[]', '[]', ${AT})`,
  `insert into shared_pages values ('p1', 'h1', 'brief', 'b1', 'A week', 1, 'u1', ${AT})`,
  "insert into comment_mentions values ('c1', 0, 4, 'u1')",
  "insert into watches values ('u1', 'tool', 't1', 'watch')",
  "insert into inbox_entries values ('u1', 1, 'mentioned', 'tool', 't1', 'c1', null)",
  "insert into inbox_queue values (1)",
];

/** A file with rows in every table. */
async function filledFile(): Promise<string> {
  const file = join(temporaryFolder(), "filled.db");
  await writeDatabaseOfVersion(file, SCHEMA_VERSION);
  const { db, close } = openFile(file);
  await sql`delete from settings where key = 'searchBackfill'`.execute(db);
  for (const statement of MORE) await sql.raw(statement).execute(db);
  await close();
  return file;
}

const newFile = () => Promise.resolve(urlOfFile(join(temporaryFolder(), "copy.db")));

/** Creates an empty target of this run's kind. */
const newTarget = () => (isOnServer() ? createDatabase() : newFile());

interface Options {
  signal?: AbortSignal;
  onProgress?: (progress: CopyProgress) => void;
}

const copy = (
  from: string,
  to: string,
  { signal = AbortSignal.any([]), onProgress = () => {} }: Options = {},
) => copyDatabase(from, to, { signal, onProgress, checkFile: () => Promise.resolve() });

const LOG = { info() {}, warn() {} };

/** Opens a copy like a server. */
async function opened(url: string): Promise<Db> {
  const { db, close } = await startDatabase(url, { backupFolder: join(temporaryFolder(), "b"), log: LOG });
  onTestFinished(close);
  return db;
}

const countIn = (url: string, table: string) =>
  readDatabase(url, async (db) => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    return rows[0]?.count;
  });

test("every table of a database is copied, filled by triggers or rebuilt", async () => {
  const file = join(temporaryFolder(), "empty.db");
  await writeEmptyDatabase(file);
  const { rows } = await readDatabase(urlOfFile(file), (db) =>
    sql<{ name: string }>`select name from pragma_table_list
      where type = 'table' and schema = 'main' and name not like 'sqlite_%'`.execute(db),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(COPY_PLANS).toSorted());
});

describe("a copy", () => {
  test("has the same content as the source, and so does a copy of the copy", async () => {
    const from = urlOfFile(await filledFile());
    const [there, back] = [await newTarget(), await newFile()];
    const { tables } = await copy(from, there);
    expect(tables.filter(({ rows }) => rows === 0)).toEqual([]);
    expect((await copy(there, back)).tables).toEqual(tables);
    expect((await copy(back, await newFile())).tables).toEqual(tables);
    expect(await countIn(there, "search_queue")).toBe(0);
  });

  test("continues like the source", async () => {
    const to = await newTarget();
    await copy(urlOfFile(await filledFile()), to);
    const db = await opened(to);
    const { position } = await db
      .insertInto("comments")
      .values({
        id: "c10",
        kind: "reading",
        itemId: "r1",
        parentId: null,
        content: "And on",
        userId: "u1",
        createdAt: "2026-01-03",
        updatedAt: "2026-01-03",
        deletedAt: null,
      })
      .returning("position")
      .executeTakeFirstOrThrow();
    expect(position).toBe(10);
    const last = await db
      .selectFrom("events")
      .select(({ fn }) => fn.max<number>("seq").as("seq"))
      .executeTakeFirstOrThrow();
    const { seq } = await db
      .insertInto("events")
      .values({
        at: "2026-01-03",
        actorId: "u1",
        verb: "added",
        kind: "tool",
        itemId: "t1",
        title: "t",
      })
      .returning("seq")
      .executeTakeFirstOrThrow();
    expect(seq).toBe(last.seq + 1);
    const sessions = await db
      .selectFrom("session")
      .select("sid")
      .orderBy(engineOf(db).sessionOrder())
      .execute();
    expect(sessions).toEqual([{ sid: "s1" }, { sid: "s0" }]);
    const backfill = await db
      .selectFrom("settings")
      .select("value")
      .where("key", "=", "searchBackfill")
      .execute();
    expect(backfill).toEqual([{ value: '{"kind":"tool","after":""}' }]);
  });

  test("that is stopped leaves the target empty, and can be started again", async () => {
    const [from, to] = [urlOfFile(await filledFile()), await newTarget()];
    for (const step of ["copying", "comparing"]) {
      const stop = new AbortController();
      const copying = copy(from, to, {
        signal: stop.signal,
        onProgress(progress) {
          if (progress.step === step && progress.table === "news_articles") stop.abort();
        },
      });
      await expect(copying).rejects.toThrow("aborted");
      expect(await countIn(to, "users")).toBe(0);
    }
    await copy(from, to);
    expect(await countIn(to, "users")).toBe(2);
  });

  test("that differs is removed", async () => {
    const file = await filledFile();
    const { db, close } = openFile(file);
    await sql`update story_counts set stories = 7 where toolId = 't2'`.execute(db);
    await close();
    const to = await newTarget();
    await expect(copy(urlOfFile(file), to)).rejects.toThrow("the copy of story_counts differs");
    expect(await countIn(to, "users")).toBe(0);
  });

  test("that the target refuses is removed, and the rows are named", async () => {
    const file = await filledFile();
    const { db, close } = openFile(file);
    await sql`pragma foreign_keys = off`.execute(db);
    await sql`update ai_tools set userId = 'nobody'`.execute(db);
    await close();
    const to = await newTarget();
    await expect(copy(urlOfFile(file), to)).rejects.toThrow(
      /can't store rows of ai_tools, from t1 to t2 \(.+\); nothing was copied/u,
    );
    expect(await countIn(to, "users")).toBe(0);
  });

  test("to a target with content is refused, and so is one to itself", async () => {
    const [from, to] = [urlOfFile(await filledFile()), await newTarget()];
    await copy(from, to);
    await expect(copy(from, to)).rejects.toThrow("is not empty (there are rows in settings)");
    await expect(copy(to, to)).rejects.toThrow("can't be copied to itself");
  });
});

const LINES = [
  ["a source that is not there", "none.db", () => {}, "there is no database at "],
  ["a damaged source", "stackloop.db", damage, "is damaged"],
  ["a source with damage in the middle", "stackloop.db", damageBeyondQuickCheck, "is damaged"],
  ["a source of another program", "other.db", foreignDatabase, "belongs to another program"],
  ["a source of a newer version", "stackloop.db", setNewerVersion, "is newer than this app"],
] as const;

describe("the command", () => {
  onSqliteAlone("a source that is a file", () => {
    test.each(LINES)("refuses %s in one line", async (_source, name, prepare, line) => {
      const stackloop = await withAda();
      const from = join(stackloop.folder, "data", name);
      prepare(from);
      const isThere = existsSync(from);
      const { code, stderr, stdout } = await stackloop.run([
        "copy",
        `--from=file:${from}`,
        "--to=file:copy.db",
      ]);
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toEqual([expect.stringContaining(line)]);
      expect(existsSync(from)).toBe(isThere);
    });

    test("refuses a source and a target of an older version, and changes neither", async () => {
      const stackloop = await withAda();
      const older = join(stackloop.folder, "older.db");
      await writeDatabaseOfVersion(older, 3);
      const from = await stackloop.run(["copy", "--from=file:older.db", "--to=file:copy.db"]);
      expect(from.stderr).toEqual([
        expect.stringContaining(
          `database version 3 is older than this app (${SCHEMA_VERSION}); update it first`,
        ),
      ]);
      const to = await stackloop.run(["copy", "--to=file:older.db"]);
      expect(to.stderr).toEqual([expect.stringContaining("is not empty (database version 3)")]);
      const { rows } = await readDatabase(urlOfFile(older), (db) => sql`pragma user_version`.execute(db));
      expect(rows).toEqual([{ user_version: 3 }]);
    });
  });

  test("requires both addresses of databases", async () => {
    const stackloop = program();
    const { code, stderr } = await stackloop.run(["copy"]);
    expect({ code, stderr }).toEqual({
      code: 64,
      stderr: [expect.stringContaining("--from or --to is missing")],
    });
    const wrong = await stackloop.run(["copy", "--from", "stackloop.db", "--to=file:copy.db"]);
    expect(wrong.stderr).toEqual([expect.stringContaining('--from must start with "file:" (SQLite')]);
  });

  test("preserves sessions", async () => {
    const stackloop = await withAda();
    const first = await stackloop.serve();
    const ada = await signedIn(first.origin, "ada");
    await first.stop("SIGTERM");
    const to = await newTarget();
    const { code, stdout } = await stackloop.run(["copy", "--to", to, "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      from: expect.any(String),
      to: expect.any(String),
      seconds: expect.any(Number),
      tables: expect.arrayContaining([
        { table: "users", rows: 1, digest: expect.stringMatching(/^[\da-f]{64}$/u) },
      ]),
    });
    const second = await stackloop.serve({ DATABASE_URL: to });
    const reply = await fetch(new URL("/api/user", second.origin), { headers: { cookie: ada.cookie() } });
    expect(await reply.json()).toMatchObject({ username: "ada" });
  });
});
