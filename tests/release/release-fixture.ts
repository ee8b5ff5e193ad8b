/**
 * `npm run release-fixture`: fills a new database with the built program of this version, as a team would, and stores
 * it permanently: `tests/fixtures/databases/VERSION.db.gz`, and the program's replies in `VERSION.json`.
 * `tests/faults/upgrades.test.ts` checks that every later version opens it and replies in the same way.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { VERSION } from "#server/version.ts";
import { outsideWorld } from "#tests/screenshots/outside-world.ts";
import { PASSWORD, startProduct } from "#tests/support/built/product.ts";
import { startUpstreams } from "#tests/support/stub-upstreams.ts";

import { builtServer } from "../../scripts/ensure-ready.mjs";
import { fillDatabase } from "./fill-database.ts";
import { readAnswers } from "./read-answers.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/databases");
/** The maximum size of a permanent fixture. */
const MAX_BYTES = 200_000;

const folder = mkdtempSync(join(tmpdir(), "stackloop-release-"));
const file = join(folder, "stackloop.db");
const upstreams = await startUpstreams(outsideWorld);
const stackloop = (...args: string[]) =>
  promisify(execFile)(process.execPath, [builtServer, ...args], {
    env: { ...process.env, ...upstreams.environment, DATABASE_URL: `file:${file}`, BACKUP_DIR: folder },
  });
try {
  await stackloop("user", "create", "ada", "--admin", "--password", PASSWORD);
  await stackloop("user", "create", "bob", "--password", PASSWORD);
  await stackloop("fetch", "papers");
  const server = await startProduct(file, { environment: upstreams.environment });
  const secrets = await fillDatabase(server);
  const answers = await readAnswers(server.origin, secrets.token);
  await server.stop();
  // A copy in one file, without deleted data.
  const copy = join(folder, "copy.db");
  await stackloop("backup", copy);
  const packed = gzipSync(readFileSync(copy), { level: 9 });
  if (packed.length > MAX_BYTES) throw new Error(`the fixture takes ${packed.length} bytes`);
  writeFileSync(join(FOLDER, `${VERSION}.db.gz`), packed);
  writeFileSync(join(FOLDER, `${VERSION}.json`), `${JSON.stringify({ secrets, answers }, null, 2)}\n`);
  console.log(`${VERSION}.db.gz takes ${packed.length} bytes; ${Object.keys(answers).length} answers`);
} finally {
  await upstreams.close();
  rmSync(folder, { recursive: true, force: true });
}
