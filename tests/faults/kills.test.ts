import { join } from "node:path";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { withAda } from "#tests/support/program.ts";
import { signedIn } from "#tests/support/rest-client.ts";
import { testApp } from "#tests/support/test-app.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";
import { findLosses, type Ledger, openLedger, writeUnderLoad } from "#tests/support/write-load.ts";

/** The maximum number of replies before a kill, during three other requests. */
const MAX_REPLIES = 60;

for (const kills of [5, 20]) {
  test(
    `R1: a server killed ${kills} times while writing loses no acknowledged write`,
    { timeout: 180_000, ...thoroughUnless(kills === 5) },
    async () => {
      const stackloop = await withAda();
      const ledger = openLedger(join(stackloop.folder, "ledger"));
      let server = await stackloop.serve();
      const cookie = (await signedIn(server.origin, "ada")).cookie();
      for (let kill = 0; kill < kills; kill += 1) {
        const ending = new AbortController();
        const replies = countdown(ledger, 1 + Math.floor(Math.random() * MAX_REPLIES));
        const load = writeUnderLoad({
          origin: server.origin,
          cookie,
          ledger: replies.ledger,
          writers: 4,
          signal: ending.signal,
        });
        await replies.reached;
        await server.stop("SIGKILL");
        ending.abort();
        await load;
        server = await stackloop.serve();
        expect(await findLosses(await stackloop.url(), ledger)).toEqual({
          lost: [],
          halfWritten: [],
          damage: [],
        });
      }
      expect(ledger.read().length).toBeGreaterThan(kills);
    },
  );
}

/** The same ledger, with a promise for `lines` more lines. */
function countdown(ledger: Ledger, lines: number): { ledger: Ledger; reached: Promise<void> } {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let left = lines;
  return {
    reached,
    ledger: {
      ...ledger,
      note(saved) {
        ledger.note(saved);
        if ((left -= 1) === 0) resolve();
      },
    },
  };
}

test("R2: a commit is synced to the disk before it is acknowledged", async () => {
  const { db } = await testApp();
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  // FULL; see https://www.sqlite.org/pragma.html#pragma_synchronous.
  expect(rows).toEqual([{ synchronous: 2 }]);
  const mode = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db);
  expect(mode.rows).toEqual([{ journal_mode: "wal" }]);
});
