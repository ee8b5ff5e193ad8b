/**
 * `npm run bench`: the figures of the product beside their limits, measured in the same run, in about ten minutes;
 * `npm run bench -- NAME…` measures single parts, `--rows N` with smaller archives than a million rows. A run of all parts
 * writes `docs/benchmarks.md`. Speed is measured here, not asserted: a goal that is missed fails nothing.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import Database from "better-sqlite3";

import { type ArchiveKind, type BenchRun, createBenchRun } from "./bench-run.ts";
import { browser } from "./browser-part.ts";
import { calls } from "./calls.ts";
import { footprint } from "./footprint.ts";
import { holds } from "./holds.ts";
import { isolation } from "./isolation.ts";
import { memory } from "./memory.ts";
import { executable } from "./package.ts";
import { pages } from "./pages.ts";
import { Report } from "./report.ts";
import { search } from "./search.ts";
import { start } from "./start.ts";
import { writes } from "./writes.ts";

const DOCUMENT = "docs/benchmarks.md";
const LONGEST_PART_MS = 8 * 60_000;
/** Parts that need no archive of all rows. */
const WITHOUT_ARCHIVE = new Set("calls package footprint memory browser".split(" "));

/** Every part by its name, in the order in which they run. */
const parts: Record<string, (run: BenchRun) => Promise<void>> = {
  calls,
  pages,
  search,
  isolation,
  writes,
  start,
  package: executable,
  browser,
  holds,
  footprint,
  memory,
};

const { values, positionals } = parseArgs({
  options: { rows: { type: "string", default: "1000000" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0)
  throw new Error(`there is no part ${unknown.join()}; the parts are ${Object.keys(parts).join(", ")}`);
const rows = Number(values.rows);
if (!Number.isInteger(rows / 100) || rows < 1000)
  throw new Error("--rows takes a multiple of 100 from 1000 on");

const begun = performance.now();
const folder = mkdtempSync(join(tmpdir(), "stackloop-bench-"));
process.once("exit", () => {
  rmSync(folder, { recursive: true, force: true });
});
// The servers end with this process only when it ends in order.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const report = new Report();
const run = createBenchRun(report, folder, rows);
const names = positionals.length > 0 ? positionals : Object.keys(parts);
if (names.some((name) => !WITHOUT_ARCHIVE.has(name))) {
  // Both at once: each has a processor to itself.
  const sizes = names.includes("pages") ? [rows, rows / 10, rows / 100] : [rows];
  const make = async (kind: ArchiveKind) => {
    for (const size of sizes) await run.archive(kind, size);
  };
  await Promise.all([make("news"), ...(names.includes("pages") ? [make("papers")] : [])]);
}
for (const name of names) {
  report.part = name;
  const from = performance.now();
  console.log(name);
  try {
    await withinLimit(parts[name]?.(run), LONGEST_PART_MS);
  } catch (error) {
    report.note(`the part ${name} broke off`, error instanceof Error ? error.message : String(error));
    console.error(error);
  }
  console.log(`  took ${Math.round((performance.now() - from) / 1000)} s`);
  if (positionals.length === 0) writeDocument();
}
// What a part that broke off has left running ends with this process, which would wait for it.
process.exit();

/** A part that hangs must not keep the others from being measured. */
async function withinLimit(work: Promise<void> | undefined, longestMs: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("it took too long")), longestMs);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function writeDocument(): void {
  writeFileSync(DOCUMENT, report.toMarkdown(about()));
  spawnSync("node_modules/.bin/oxfmt", [DOCUMENT], { stdio: "inherit" });
}

function about(): string[] {
  const sqlite = new Database(":memory:");
  const version = String(sqlite.prepare("select sqlite_version()").pluck().get());
  sqlite.close();
  const [cpu] = cpus();
  return [
    `Date: ${new Date().toISOString().slice(0, 10)}; ${Math.round((performance.now() - begun) / 60_000)} minutes in all`,
    `Machine: ${cpus().length} × ${cpu?.model.trim() ?? "unknown processor"}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${release()}`,
    `Versions: Node.js ${process.versions.node}, SQLite ${version}`,
    `Archives: ${rows.toLocaleString("en-US")} articles and as many papers of about 200 characters, from a seeded generator (mulberry32, 60,000 words by Zipf's law), stored through the product's own tables and triggers`,
  ];
}
