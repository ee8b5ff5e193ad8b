import { isOnServer } from "./test-database.ts";

/**
 * Marks a test for `npm run verify`, which `npm test` skips: it repeats another test for a different input, amount or
 * program. See docs/decisions/0059-move-slow-tests-to-npm-run-verify.md.
 */
export const THOROUGH = { tags: ["thorough"] };

/** For tests in a loop: `npm test` runs a sample. */
export const thoroughUnless = (isSample: boolean) => (isSample ? {} : THOROUGH);

/** For slow tests on PostgreSQL whose promise others cover there: `npm test` runs them on SQLite. */
export const THOROUGH_ON_SERVER = isOnServer() ? THOROUGH : {};
