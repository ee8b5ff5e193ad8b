import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";

import type { Report } from "./report.ts";

/** Articles of a headline and some words, the same of a thousand letters each, or papers. */
export type ArchiveKind = "news" | "long-news" | "papers";

/** What the parts of a benchmark share. */
export interface BenchRun {
  report: Report;
  /** Where files may be put that are gone when the run is over. */
  folder: string;
  /** How many rows the largest archive has. */
  rows: number;
  /** A database of articles or papers that nobody changes; made when it is first asked for. */
  archive(kind: ArchiveKind, rows: number): Promise<string>;
  /** A copy of it to change. */
  copyOfArchive(kind: ArchiveKind, rows: number): Promise<string>;
  /** A new file of this name. */
  file(name: string): string;
}

export function createBenchRun(report: Report, folder: string, rows: number): BenchRun {
  const made = new Map<string, Promise<string>>();
  const archive = (kind: ArchiveKind, count: number) => {
    const file = join(folder, `${kind}-${count}.db`);
    // The small ones are not searched: reading a million texts takes the search a minute.
    const isRanked = kind === "news" && count >= rows / 10;
    const making = made.get(file) ?? makeArchive(kind, count, file, isRanked);
    made.set(file, making);
    return making;
  };
  let files = 0;
  const file = (name: string) => join(folder, `${(files += 1)}-${name}`);
  return {
    report,
    folder,
    rows,
    archive,
    file,
    async copyOfArchive(kind, count) {
      const copy = file(`${kind}.db`);
      copyFileSync(await archive(kind, count), copy);
      writeToDisk(copy);
      return copy;
    },
  };
}

async function makeArchive(
  kind: ArchiveKind,
  count: number,
  file: string,
  isRanked: boolean,
): Promise<string> {
  const start = performance.now();
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, "make-archive.ts"),
      kind,
      String(count),
      file,
      ...(isRanked ? ["--ranked"] : []),
    ],
    { stdio: "inherit" },
  );
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the archive of ${count} ${kind} could not be made`);
  writeToDisk(file);
  console.log(`  made ${count} ${kind} in ${Math.round((performance.now() - start) / 1000)} s`);
  return file;
}

/** Or the disk would still be at it while the product waits for the disk. */
const writeToDisk = (file: string): void => void spawnSync("sync", [file]);
