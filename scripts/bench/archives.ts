import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";

import Database from "better-sqlite3";

import { pause } from "#tests/support/built/load.ts";

import type { Report } from "./report.ts";

export type ArchiveKind = "news" | "papers";

/** Context shared by all parts of a run. */
export interface Bench {
  report: Report;
  /** Number of rows in the largest archive. */
  rows: number;
  /** Returns a new path in a folder that is deleted after the run. */
  file(name: string): string;
  /** Returns a copy of an archive of articles or papers. The original is built once a run. */
  archive(kind: ArchiveKind, rows: number): Promise<string>;
}

export function createBench(report: Report, folder: string, rows: number): Bench {
  const archives = new Map<string, Promise<void>>();
  let files = 0;
  const file = (name: string) => join(folder, `${(files += 1)}-${name}`);
  return {
    report,
    rows,
    file,
    async archive(kind, count) {
      const original = join(folder, `${kind}-${count}.db`);
      // Indexing a million texts for search takes a minute, so small archives skip it.
      const args = [
        kind,
        String(count),
        original,
        ...(kind === "news" && count >= rows / 10 ? ["--ranked"] : []),
      ];
      const building = archives.get(original) ?? makeArchive(args);
      archives.set(original, building);
      await building;
      const copy = file(`${kind}.db`);
      copyFileSync(original, copy);
      // Without this, the product would wait for these writes to reach the disk.
      spawnSync("sync", [copy]);
      assertIdle(copy);
      return copy;
    },
  };
}

async function makeArchive(args: string[]): Promise<void> {
  const start = performance.now();
  const program = join(import.meta.dirname, "make-archive.ts");
  const [code] = await once(spawn(process.execPath, [program, ...args], { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`make-archive.ts ${args.join(" ")} ended with ${code}`);
  console.log(`  made ${args[1]} ${args[0]} in ${((performance.now() - start) / 1000).toFixed(0)} s`);
}

/** Reads a database file, even if a server has it open. */
export function readDatabaseFile<Result>(
  file: string,
  read: (database: Database.Database) => Result,
): Result {
  const database = new Database(file, { readonly: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}

const COUNT_WAITING = `select (select count(*) from search_queue) + (select count(*) from link_queue)
  + (select count(*) from settings where key in ('searchBackfill', 'linksBackfill'))`;

/** Number of texts that a server would index or scan in the background. */
const countWaiting = (file: string): number =>
  readDatabaseFile(file, (database) => Number(database.prepare(COUNT_WAITING).pluck().get()));

/** Throws if a server would work in the background, because that would be measured too. */
export function assertIdle(file: string): void {
  const waiting = countWaiting(file);
  if (waiting > 0) throw new Error(`${waiting} texts of ${file} wait to be indexed or scanned`);
}

/** Waits until a server has indexed and scanned everything. `isScanned: false` skips the scan, which is slower. */
export async function waitUntilIdle(file: string, { isScanned = true } = {}): Promise<void> {
  if (!isScanned) {
    while (readDatabaseFile(file, (database) => database.prepare("select 1 from search_queue limit 1").get()))
      await pause(100);
    const database = new Database(file, { timeout: 5000 });
    database.exec("delete from link_queue");
    database.close();
  }
  while (countWaiting(file) > 0) await pause(100);
}
