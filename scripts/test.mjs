/** `npm test`: installs what is missing, then every gate in order; the last line is the sum of all tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readyChromium } from "./chromium.mjs";
import { hasCurl, installCurl } from "./curl.mjs";
import { installIfStale } from "./ensure-ready.mjs";
import { findPostgresql, installPostgresql } from "./postgresql.mjs";
import { browserOutcomes, printRows, unitOutcomes } from "./rows.mjs";
import { checkNode, chooseNode, environment, root } from "./runtime.mjs";

checkNode();
installIfStale();
chooseNode();
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

/**
 * Gates that stand together run at once: each of them leaves a processor idle at times.
 * @type {Gate[][]}
 */
const gates = [
  [{ script: "lock" }, { script: "format:check" }],
  [{ script: "lint" }, { script: "types" }],
  // Before the tests, of which some start the built program.
  [{ script: "build" }, { script: "unused" }],
  [
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
  ],
  [
    {
      script: "e2e",
      options: "--reporter=list,json",
      tests: { name: "browser", count: countBrowserTests },
    },
  ],
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

/**
 * Runs a gate; what it prints comes at once, or where another gate prints, in one piece when it has ended.
 * @param {Gate} gate
 * @param {boolean} isAlone
 * @returns {Promise<boolean>}
 */
async function passes({ script, options = "" }, isAlone) {
  if (isAlone) console.log(`\n── ${script}`);
  const start = performance.now();
  const gate = spawn(`${commands[script]} ${options}`, {
    cwd: root,
    env: { ...environment(), PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    shell: true,
    stdio: isAlone ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  /** @type {Buffer[]} */
  const printed = [];
  for (const stream of [gate.stdout, gate.stderr]) stream?.on("data", (piece) => printed.push(piece));
  const [status] = await once(gate, "close");
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (!isAlone) {
    console.log(`\n── ${script} ${options}`);
    process.stdout.write(Buffer.concat(printed));
  }
  console.log(`── ${script}: ${status === 0 ? "ok" : "FAILED"} (${seconds} s)`);
  return status === 0;
}

const total = { passed: 0, failed: 0, skipped: 0 };
/** @type {string[]} */
const sums = [];

/** @param {Gate} gate @param {boolean} isPassed @returns {boolean} whether the gates behind it may run */
function count(gate, isPassed) {
  const { passed, failed, skipped } = gate.tests?.count() ?? { passed: 0, failed: 0, skipped: 0 };
  if (gate.tests) sums.push(`${passed} passed, ${failed} failed, ${skipped} skipped (${gate.tests.name})`);
  total.passed += passed;
  // A gate that fails without a failing test (a type error, a crash) is a failure too.
  total.failed += isPassed ? failed : Math.max(failed, 1);
  total.skipped += skipped;
  if (isPassed && failed === 0) return true;
  console.log(
    `\nStopped: a failure in "${gate.script}" (${commands[gate.script]}). The gates behind it did not run.`,
  );
  return false;
}

for (const group of gates) {
  const outcomes = await Promise.all(group.map((gate) => passes(gate, group.length === 1)));
  const mayGoOn = group.map((gate, index) => count(gate, outcomes[index] === true));
  if (mayGoOn.every(Boolean)) continue;
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
