import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";

import Database from "better-sqlite3";
import { Kysely, sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";

import { Dialect } from "./dialect.ts";

test("reports why SQLite ended a transaction, and runs the next one", async () => {
  const sqlite = new Database(":memory:");
  const db = new Kysely<{ whale: { name: string } }>({ dialect: new Dialect(sqlite) });
  onTestFinished(() => db.destroy());
  sqlite.exec(`create table whale (name text not null);
    create trigger full before insert on whale when new.name = 'Orca' begin select raise(rollback, 'no room'); end`);
  const add = (...names: string[]) =>
    db.transaction().execute(async (transaction) => {
      for (const name of names) await transaction.insertInto("whale").values({ name }).execute();
    });

  await expect(add("Beluga", "Orca")).rejects.toThrow("no room");
  await add("Minke");
  expect(await db.selectFrom("whale").select("name").execute()).toEqual([{ name: "Minke" }]);
  const failing = db
    .transaction()
    .execute((transaction) => sql`select missing from whale`.execute(transaction));
  await expect(failing).rejects.toThrow("no such column");
  expect(sqlite.inTransaction).toBe(false);
});

function twoConnections({
  openReader = (file: string) => new Database(file, { readonly: true }),
  lockWaitMs = 60_000,
} = {}) {
  const folder = mkdtempSync(join(tmpdir(), "dialect-"));
  const file = join(folder, "whales.db");
  const sqlite = new Database(file, { timeout: 0 });
  sqlite.pragma("journal_mode = WAL");
  sqlite.exec("create table whale (name text not null); insert into whale values ('Orca')");
  const dialect = new Dialect(sqlite, () => openReader(file), { lockWaitMs });
  const db = new Kysely<{ whale: { name: string } }>({ dialect });
  onTestFinished(async () => {
    await db.destroy();
    rmSync(folder, { recursive: true });
  });
  const names = async () => (await db.selectFrom("whale").select("name").execute()).map(({ name }) => name);
  const add = (name: string) => db.insertInto("whale").values({ name }).execute();
  const addTogether = (...together: string[]) =>
    db.transaction().execute(async (transaction) => {
      for (const name of together) await transaction.insertInto("whale").values({ name }).execute();
    });
  return { file, db, names, add, addTogether };
}

describe("during a transaction", () => {
  test("other work runs after every few milliseconds", async () => {
    const sqlite = new Database(":memory:");
    const db = new Kysely<{ whale: { name: string } }>({ dialect: new Dialect(sqlite) });
    onTestFinished(() => db.destroy());
    sqlite.function("work", () => {
      const end = performance.now() + 3;
      while (performance.now() < end) Math.random();
      return 1;
    });
    let ticks = 0;
    const finished = new AbortController();
    const runOtherWork = async () => {
      for (; !finished.signal.aborted; ticks += 1) await setImmediate();
    };
    const counting = runOtherWork();
    await db.transaction().execute(async (transaction) => {
      for (let query = 0; query < 10; query += 1) await sql`select work()`.execute(transaction);
    });
    finished.abort();
    await counting;
    expect(ticks).toBeGreaterThanOrEqual(4);
  });

  test("reads see committed data, without waiting", async () => {
    const { db, names } = twoConnections();
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto("whale").values({ name: "Beluga" }).execute();
      expect(await names()).toEqual(["Orca"]);
      expect(await transaction.selectFrom("whale").selectAll().execute()).toHaveLength(2);
    });
    expect(await names()).toEqual(["Orca", "Beluga"]);
  });

  test("writes wait for its end, one after the other", async () => {
    const { db, names, add } = twoConnections();
    const pendingWrites: Promise<unknown>[] = [];
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto("whale").values({ name: "Beluga" }).execute();
      pendingWrites.push(
        add("Minke"),
        db.transaction().execute((next) => next.insertInto("whale").values({ name: "Narwhal" }).execute()),
        add("Humpback"),
      );
      expect(await names()).toEqual(["Orca"]);
      throw new Error("no Belugas");
    });
    await expect(failing).rejects.toThrow("no Belugas");
    await Promise.all(pendingWrites);
    expect(await names()).toEqual(["Orca", "Minke", "Narwhal", "Humpback"]);
  });

  test("a failed second connection is opened again by the next read", async () => {
    const open = vi.fn<(file: string) => Database.Database>((file) => new Database(file, { readonly: true }));
    open.mockImplementationOnce(() => {
      throw new Error("too many open files");
    });
    const { db, names } = twoConnections({ openReader: open });
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto("whale").values({ name: "Beluga" }).execute();
      await expect(names()).rejects.toThrow("too many open files");
      expect(await names()).toEqual(["Orca"]);
    });
  });

  test("streamed rows are one snapshot, and writes wait for the last row", async () => {
    const { db, names, add } = twoConnections();
    await add("Beluga");
    const readNames: string[] = [];
    const pendingWrites: Promise<unknown>[] = [];
    for await (const { name } of db.selectFrom("whale").selectAll().stream()) {
      readNames.push(name);
      pendingWrites.push(add(`${name} 2`));
      expect(await names()).toEqual(["Orca", "Beluga"]);
    }
    await Promise.all(pendingWrites);
    expect(readNames).toEqual(["Orca", "Beluga"]);
    expect(await names()).toHaveLength(4);
  });
});

describe("while another program writes", () => {
  function lockedByOther(lockWaitMs?: number) {
    const whales = twoConnections({ ...(lockWaitMs !== undefined && { lockWaitMs }) });
    const other = new Database(whales.file);
    onTestFinished(() => {
      other.close();
    });
    other.exec("begin immediate; insert into whale values ('Foreign')");
    return { ...whales, other };
  }

  test("reads do not wait, and the new data follows", async () => {
    const { names, add, addTogether, other } = lockedByOther();
    const written = [add("Beluga"), addTogether("Minke", "Narwhal"), add("Humpback")];
    for (let reading = 0; reading < 3; reading += 1) {
      expect(await names()).toEqual(["Orca"]);
      await setImmediate();
    }
    other.exec("commit");
    await Promise.all(written);
    expect((await names()).toSorted()).toEqual(["Beluga", "Foreign", "Humpback", "Minke", "Narwhal", "Orca"]);
  });

  test("a write fails after its timeout, and the next one works", async () => {
    const { names, add, addTogether, other } = lockedByOther(0);
    await expect(add("Beluga")).rejects.toMatchObject({ code: "SQLITE_BUSY" });
    await expect(addTogether("Minke", "Narwhal")).rejects.toMatchObject({ code: "SQLITE_BUSY" });
    other.exec("rollback");
    await addTogether("Minke", "Narwhal");
    await add("Humpback");
    expect(await names()).toEqual(["Orca", "Minke", "Narwhal", "Humpback"]);
  });

  test("a transaction that has read is not overtaken by another program's write", async () => {
    const { db, file, names } = twoConnections();
    const other = new Database(file, { timeout: 0 });
    onTestFinished(() => {
      other.close();
    });
    await db.transaction().execute(async (transaction) => {
      const [first] = await transaction.selectFrom("whale").selectAll().execute();
      expect(() => other.exec("insert into whale values ('Foreign')")).toThrow("locked");
      await transaction
        .insertInto("whale")
        .values({ name: `${first?.name} 2` })
        .execute();
    });
    expect(await names()).toEqual(["Orca", "Orca 2"]);
  });
});
