/**
 * `npm test`: installs what is missing, then every gate in order; the last line is the sum of all tests. What would take
 * it past 20 minutes runs in `npm run verify`.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readyChromium } from "./chromium.mjs";
import { hasCurl, installCurl } from "./curl.mjs";
import { installIfStale, installTestTools } from "./ensure-ready.mjs";
import { findPostgresql, installPostgresql } from "./postgresql.mjs";
import { browserOutcomes, printRows, unitOutcomes } from "./rows.mjs";
import { checkNode, chooseNode, environment, root } from "./runtime.mjs";

checkNode();
installIfStale();
chooseNode();
installTestTools();
readyChromium();
if (!hasCurl()) installCurl();
if (!process.env.TEST_DATABASE_URL && findPostgresql() === undefined) installPostgresql();

const reports = mkdtempSync(join(tmpdir(), "stackloop-reports-"));
const unitReport = join(reports, "unit.json");
const postgresqlReport = join(reports, "postgresql.json");
const browserReport = join(reports, "browser.json");

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * A command of `package.json`, what is added to it here, and how its tests are counted: under a name, beside which the
 * sum of each stands at the end.
 * @typedef {{ script: string, options?: string, tests?: { name: string, count: () => Counts } }} Gate
 */

/** @type {Gate[]} */
const gates = [
  { script: "lock" },
  { script: "format:check" },
  { script: "lint" },
  { script: "types" },
  { script: "unused" },
  // Before the tests, of which some start the built program.
  { script: "build" },
  {
    script: "unit",
    options: `--project shared --project server --project client ${reportTo(unitReport)}`,
    tests: { name: "units and SQLite", count: () => countUnitTests(unitReport) },
  },
  {
    script: "unit",
    options: `--project server-postgresql ${reportTo(postgresqlReport)}`,
    tests: { name: "PostgreSQL", count: () => countUnitTests(postgresqlReport) },
  },
  {
    script: "e2e",
    options: "--grep-invert @thorough --reporter=list,json",
    tests: { name: "browser", count: countBrowserTests },
  },
];

/** @type {{ scripts: Record<string, string> }} */
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
/** @type {Record<string, string>} */
const commands = { lock: "node scripts/check-lock.mjs", ...scripts };

/** @param {string} file */
function reportTo(file) {
  return `--reporter=default --reporter=json --outputFile.json=${file}`;
}

/** @param {string} file @returns {Counts} */
function countUnitTests(file) {
  const report = read(file);
  return {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  };
}

/** @returns {Counts} */
function countBrowserTests() {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = read(browserReport).stats ?? {};
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** Reads a report; a gate that broke off wrote none. */
const read = (/** @type {string} */ file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** @param {Gate} gate @returns {boolean} */
function passes({ script, options = "" }) {
  console.log(`\n── ${script}`);
  const start = performance.now();
  const { status } = spawnSync(`${commands[script]} ${options}`, {
    cwd: root,
    env: { ...environment(), PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    shell: true,
    stdio: "inherit",
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`── ${script}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  return status === 0;
}

const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const sums = [];
for (const gate of gates) {
  const isPassed = passes(gate);
  const { passed, failed, skipped } = gate.tests?.count() ?? { passed: 0, failed: 0, skipped: 0 };
  if (gate.tests) sums.push(`${passed} passed, ${failed} failed, ${skipped} skipped (${gate.tests.name})`);
  total.passed += passed;
  // A gate that fails without a failing test (a type error, a crash) is a failure too.
  total.failed += isPassed ? failed : Math.max(failed, 1);
  total.skipped += skipped;
  if (isPassed && failed === 0) continue;
  console.log(
    `\nStopped: a failure in "${gate.script}" (${commands[gate.script]}). The gates behind it did not run.`,
  );
  process.exitCode = 1;
  break;
}
if (process.exitCode === undefined) {
  const outcomes = [
    ...unitOutcomes(read(unitReport)),
    ...unitOutcomes(read(postgresqlReport)),
    ...browserOutcomes(read(browserReport)),
  ];
  if (!printRows(outcomes)) {
    total.failed += 1;
    process.exitCode = 1;
  }
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${sums.join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
