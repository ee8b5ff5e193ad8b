/**
 * The table at the end of `npm test`: for every threat and fault in docs/threats-and-faults.md, whether a test named
 * by the row ("A3: …") passed, or SECURITY.md lists it as not promised.
 */
import { readFileSync } from "node:fs";

/** The number of rows in each part; a row can change, but none can disappear. */
const PARTS = {
  A: 10,
  S: 8,
  K: 6,
  M: 7,
  C: 7,
  Z: 9,
  U: 9,
  F: 8,
  P: 5,
  X: 7,
  E: 4,
  I: 8,
  D: 8,
  L: 5,
  H: 8,
  N: 7,
  R: 38,
};
const NAMED = /^((?:[A-Z]\d{1,2}(?:, )?)+): /;

/** @typedef {{ title: string, isPassed: boolean }} Outcome a test that ran, or a group of tests, with its result */

/**
 * @param {any} report Vitest's report
 * @returns {Outcome[]}
 */
export const unitOutcomes = (report) =>
  (report.testResults ?? []).flatMap((/** @type {any} */ file) =>
    file.assertionResults
      .filter((/** @type {any} */ { status }) => status === "passed" || status === "failed")
      .flatMap((/** @type {any} */ test) =>
        [...test.ancestorTitles, test.title].map((title) => ({ title, isPassed: test.status === "passed" })),
      ),
  );

/**
 * @param {any} report Playwright's report
 * @returns {Outcome[]}
 */
export function browserOutcomes(report) {
  const inSuite = (/** @type {any} */ suite) => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ { tests }) =>
        tests.some((/** @type {any} */ { status }) => status !== "skipped"),
      )
      .map((/** @type {any} */ spec) => ({ title: spec.title, isPassed: spec.ok })),
    ...(suite.suites ?? []).flatMap(inSuite),
  ];
  return (report.suites ?? []).flatMap(inSuite);
}

/**
 * Prints the table. Returns true if every row has passing tests or is listed as not promised.
 * @param {Outcome[]} outcomes
 */
export function printRows(outcomes) {
  const described = readDescribed();
  const notPromised = readNotPromised();
  const tests = countTests(outcomes);
  const ids = Object.entries(PARTS).flatMap(([part, count]) =>
    Array.from({ length: count }, (_, at) => `${part}${at + 1}`),
  );
  const rows = ids.map((id) => {
    const { passed, failed } = tests.get(id) ?? { passed: 0, failed: 0 };
    const description = described.get(id);
    const state = stateOf({
      passed,
      failed,
      isDescribed: description !== undefined,
      isNotPromised: notPromised.has(id),
    });
    return { id, state, passed, description: description ?? "" };
  });
  console.log("\n── threats and faults");
  for (const { id, state, passed, description } of rows) {
    console.log(`${id.padEnd(4)}${state.padEnd(14)}${String(passed).padStart(4)}  ${description}`);
  }
  const count = (/** @type {string} */ wanted) => rows.filter(({ state }) => state === wanted).length;
  const missing = rows.filter(({ state }) => state !== "held" && state !== "not promised");
  console.log(
    `${rows.length} rows: ${count("held")} held, ${count("not promised")} not promised, ${missing.length === 0 ? "none missing" : `missing: ${missing.map(({ id }) => id).join(", ")}`}`,
  );
  return missing.length === 0;
}

/** @param {{ passed: number, failed: number, isDescribed: boolean, isNotPromised: boolean }} row */
function stateOf({ passed, failed, isDescribed, isNotPromised }) {
  if (failed > 0) return "FAILED";
  if (!isDescribed) return "NOT DESCRIBED";
  if (isNotPromised) return "not promised";
  return passed > 0 ? "held" : "NO TEST";
}

/** Returns the subject of each row, from the first two columns of the tables. */
function readDescribed() {
  const text = readFileSync("docs/threats-and-faults.md", "utf8");
  return new Map(
    [...text.matchAll(/^\| ([A-Z]\d{1,2}) +\| ([^|]+?) +\|/gm)].map(([, id, about]) => [id, about]),
  );
}

/** The rows that SECURITY.md lists under "Not promised": `- **A1**: why`. */
function readNotPromised() {
  const [, section = ""] = readFileSync("SECURITY.md", "utf8").split("## Not promised\n");
  return new Set(
    [...(section.split("\n## ")[0] ?? "").matchAll(/^- \*\*([A-Z]\d{1,2})\*\*/gm)].map(([, id]) => id),
  );
}

/** @param {Outcome[]} outcomes */
function countTests(outcomes) {
  /** @type {Map<string, { passed: number, failed: number }>} */
  const tests = new Map();
  for (const { title, isPassed } of outcomes) {
    for (const id of NAMED.exec(title)?.[1]?.split(", ") ?? []) {
      const row = tests.get(id) ?? { passed: 0, failed: 0 };
      tests.set(id, row);
      row[isPassed ? "passed" : "failed"] += 1;
    }
  }
  return tests;
}
