/**
 * `npm run bench`: compares the product with its limits in the same run and writes `docs/benchmarks.md`. `npm run bench
 * -- PART… [--rows N]` measures single parts, with smaller archives than a million rows. `--collection FOLDER` contains
 * the judged texts of the part `quality`. A missed goal is reported but is no failure.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import Database from "better-sqlite3";

import { measureQuality } from "#tests/quality/figures.ts";

import { type Bench, createBench } from "./archives.ts";
import { browser } from "./browser.ts";
import { calls, pages, search } from "./http.ts";
import { live } from "./live.ts";
import { Report } from "./report.ts";
import { answers, footprint, start } from "./server.ts";
import { holds, writes } from "./work.ts";

const DOCUMENT = "docs/benchmarks.md";
const LONGEST_PART_MS = 10 * 60_000;
const PARTS: Record<string, (bench: Bench) => Promise<void>> = {
  calls,
  pages,
  search,
  quality,
  writes,
  holds,
  start,
  answers,
  browser,
  live,
  footprint,
};

const { values, positionals } = parseArgs({
  options: { rows: { type: "string", default: "1000000" }, collection: { type: "string" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  throw new Error(`there is no part ${unknown.join()}; the parts are ${Object.keys(PARTS).join(", ")}`);
const rows = Number(values.rows);
if (!Number.isInteger(rows / 100) || rows < 1000)
  throw new Error("--rows takes a multiple of 100 from 1000 on");

const begun = performance.now();
const folder = mkdtempSync(join(tmpdir(), "stackloop-bench-"));
process.once("exit", () => {
  rmSync(folder, { recursive: true, force: true });
});
// Only a normal exit stops the servers, so signals cause one.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
const report = new Report();
const bench = createBench(report, folder, rows);
for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
  report.part = name;
  const from = performance.now();
  console.log(name);
  try {
    await withTimeout(PARTS[name]?.(bench));
  } catch (error) {
    report.note(`the part ${name} failed`, error instanceof Error ? error.message : String(error));
    console.error(error);
    process.exitCode = 1;
  }
  console.log(`  took ${Math.round((performance.now() - from) / 1000)} s`);
  if (positionals.length === 0) writeDocument();
}
// A failed part may have left servers running, so exit explicitly.
process.exit();

async function quality(): Promise<void> {
  for (const { what, score, goal } of await measureQuality(values.collection))
    report.value(what, score, "", goal === undefined ? {} : { atLeast: goal });
}

/** Rejects after a time limit, so that a part that hangs doesn't stop the others. */
async function withTimeout(work: Promise<void> | undefined): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("it took too long")), LONGEST_PART_MS);
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
    `Archives: ${rows.toLocaleString("en-US")} articles and as many papers of about 200 characters, from a seeded generator (mulberry32, 60,000 words by Zipf's law), stored through the product's own tables and triggers. Nothing waits to be indexed or scanned for names.`,
  ];
}
