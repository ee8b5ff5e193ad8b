import { statSync } from "node:fs";
import { join } from "node:path";

import { sql } from "kysely";
import { expect, test } from "vitest";

import { urlOfFile } from "#db/database-url.ts";
import { readDatabase } from "#db/open-for-reading.ts";
import { openFile } from "#db/sqlite/open-file.ts";
import { withAda } from "#tests/support/program.ts";
import { thoroughUnless } from "#tests/support/thorough.ts";

/** Larger than the cache, so that the middle of the copy is visible in its log. */
async function manyImages(file: string): Promise<void> {
  const { db, close } = openFile(file);
  await sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 40)
      insert into images (file, mediaType, bytes, userId, createdAt)
      select n || '.png', 'image/png', zeroblob(2000000), users.id, users.createdAt from numbers, users`.execute(
    db,
  );
  await close();
}

for (const signal of ["SIGKILL", "SIGINT"] as const)
  test(
    `R4: a copy stopped by ${signal} leaves the target empty`,
    thoroughUnless(signal === "SIGKILL"),
    async () => {
      const stackloop = await withAda();
      await manyImages(stackloop.database);
      const target = join(stackloop.folder, "copy.db");
      const copying = await stackloop.begin(["copy", "--to=file:copy.db"]);
      await expect
        .poll(() => statSync(`${target}-wal`, { throwIfNoEntry: false })?.size ?? 0, {
          timeout: 30_000,
          interval: 5,
        })
        .toBeGreaterThan(8_000_000);
      expect(await copying.interrupt(signal)).toBe(signal);
      expect(await copying.ending).toMatchObject({ stdout: "", stderr: [] });
      const { rows } = await readDatabase(urlOfFile(target), (db) => sql`select 1 from users`.execute(db));
      expect(rows).toEqual([]);
      expect(await stackloop.run(["copy", "--to=file:copy.db"])).toMatchObject({ code: 0 });
    },
  );
