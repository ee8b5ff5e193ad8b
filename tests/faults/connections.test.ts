import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";

import { withAda } from "#tests/support/program.ts";

test("R36: a server empties its database's log once much stands in it, whoever wrote that", async () => {
  const stackloop = await withAda();
  await stackloop.serve();
  const sqlite = new Database(stackloop.database);
  onTestFinished(() => {
    sqlite.close();
  });
  const pagesInLog = () => {
    const [log] = sqlite.prepare<[], [number, number, number]>("pragma wal_checkpoint(NOOP)").raw().all();
    return log ? log[1] - log[2] : null;
  };
  sqlite.pragma("wal_autocheckpoint = 0");
  const write = sqlite.prepare("insert into settings (key, value) values (?, hex(zeroblob(2500)))");
  sqlite.transaction(() => {
    for (let page = 0; page < 1500; page += 1) write.run(`page ${page}`);
  })();
  await expect.poll(pagesInLog, { timeout: 30_000 }).toBeLessThan(1000);
  expect(sqlite.prepare("select count(*) from settings where key like 'page %'").pluck().get()).toBe(1500);
});
