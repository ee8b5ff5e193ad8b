/**
 * `npm test`: installs what is missing, then runs the tests in order, and the static checks at the same time. The last
 * line is the sum of all tests. Tests above 10 minutes run in `npm run verify`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { installTestPrograms } from "../tests/support/test-programs.mjs";
import { browserOutcomes, printRows, unitOutcomes } from "../tests/support/threats-and-faults.mjs";
import { environment, root } from "./runtime.mjs";

installTestPrograms();

const reports = mkdtempSync(join(tmpdir(), "stackloop-reports-"));
const unitReport = join(reports, "unit.json");
const postgresqlReport = join(reports, "postgresql.json");
const browserReport = join(reports, "browser.json");
const notThorough = "--tags-filter='!thorough'";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/**
 * A command of `package.json`, with added options. `tests` counts its tests under a name, whose sum is shown at the
 * end.
 * @typedef {{ script: string, options?: string, tests?: { name: string, count: () => Counts } }} Gate
 */

/** @type {Gate[]} Run next to the others, and printed once they are done. */
const checks = ["lock", "format:check", "lint", "types", "unused"].map((script) => ({ script }));

/** @type {Gate[]} */
const gates = [
  // Runs before the tests, because some start the built program.
  { script: "build" },
  {
    script: "unit",
    options: `--project shared --project server --project client ${notThorough} ${reportTo(unitReport)}`,
    tests: { name: "units and SQLite", count: () => countUnitTests(unitReport) },
  },
  {
    script: "unit",
    options: `--project server-postgresql ${notThorough} ${reportTo(postgresqlReport)}`,
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
const commands = { lock: "node scripts/check-lock.ts", ...scripts };

/** @param {string} file */
function reportTo(file) {
  return `--reporter=default --reporter=json --outputFile.json=${file}`;
}

/** @param {string} file @returns {Counts} */
function countUnitTests(file) {
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, testResults = [] } = read(file);
  const tests = testResults.flatMap((/** @type {any} */ { assertionResults }) => assertionResults);
  // Vitest reports tests excluded by tags as skipped.
  const skipped = tests.filter(
    (/** @type {any} */ { status, tags }) =>
      status !== "passed" && status !== "failed" && !tags.includes("thorough"),
  );
  return { passed, failed, skipped: skipped.length };
}

/** @returns {Counts} */
function countBrowserTests() {
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = read(browserReport).stats ?? {};
  return { passed: expected, failed: unexpected + flaky, skipped };
}

/** Reads a report. A gate that was interrupted has written none. */
const read = (/** @type {string} */ file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
/** @type {Gate | undefined} The first gate that failed. */
let failed;

function stopRunning() {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(-pid);
    } catch {
      // The process has just ended.
    }
  }
}
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    stopRunning();
    process.exit(1);
  });

/**
 * Runs a gate; the first that fails stops the others.
 * @param {Gate} gate
 * @param {"inherit" | "pipe"} output
 */
async function run(gate, output) {
  const { script, options = "" } = gate;
  const start = performance.now();
  if (output === "inherit") console.log(`\n── ${script}`);
  const child = spawn(`${commands[script]} ${options}`, {
    cwd: root,
    env: { ...environment(), PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
    shell: true,
    stdio: ["ignore", output, output],
    // Its own process group, to stop all of its processes.
    detached: true,
  });
  running.add(child);
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes) => (printed += bytes));
  const [status] = await once(child, "close");
  running.delete(child);
  const isStopped = failed !== undefined;
  const result = isStopped ? "stopped" : status === 0 ? "ok" : "FAILED";
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${status === 0 || isStopped ? "" : `\n${printed}`}── ${script}: ${result} (${seconds} s)`);
  if (status === 0 || isStopped) return;
  failed = gate;
  stopRunning();
}

/** @param {Gate[]} list @param {"inherit" | "pipe"} output */
async function runInOrder(list, output) {
  for (const gate of list) if (!failed) await run(gate, output);
}

await Promise.all([runInOrder(checks, "pipe"), runInOrder(gates, "inherit")]);

if (failed)
  console.log(
    `\nStopped: a failure in "${failed.script}" (${commands[failed.script]}). The gates after it did not run.`,
  );
const isPassed =
  !failed &&
  printRows([
    ...unitOutcomes(read(unitReport)),
    ...unitOutcomes(read(postgresqlReport)),
    ...browserOutcomes(read(browserReport)),
  ]);
if (!isPassed) process.exitCode = 1;
const sums = gates.flatMap(({ tests }) => (tests ? [{ name: tests.name, ...tests.count() }] : []));
rmSync(reports, { recursive: true, force: true });
const describe = (/** @type {Counts} */ { passed, failed: broken, skipped }) =>
  `${passed} passed, ${broken} failed, ${skipped} skipped`;
console.log(`\n${sums.map((one) => `${describe(one)} (${one.name})`).join("\n")}`);
const sum = (/** @type {keyof Counts} */ key) => sums.reduce((total, one) => total + one[key], 0);
// A gate can also fail without a failing test, such as by a type error or a crash.
const failures = Math.max(sum("failed"), isPassed ? 0 : 1);
console.log(`\n${describe({ passed: sum("passed"), failed: failures, skipped: sum("skipped") })}`);
