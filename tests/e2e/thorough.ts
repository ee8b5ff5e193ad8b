import type { TestDetails } from "@playwright/test";

/**
 * Marks a test for `npm run verify`, which `npm test` skips: it repeats another test for a different screen, size,
 * amount or failure. See docs/decisions/0059-move-slow-tests-to-npm-run-verify.md.
 */
export const THOROUGH: TestDetails = { tag: "@thorough" };

/** Options for tests in a loop, of which `npm test` runs a sample. */
export const thoroughUnless = (isSample: boolean): TestDetails => (isSample ? {} : THOROUGH);
