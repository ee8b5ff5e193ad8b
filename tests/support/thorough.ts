import { isOnServer } from "./test-database.ts";

/**
 * Marks a test that `npm run verify` runs, and `npm test` leaves out: it repeats for another input, amount or program what
 * a test of `npm test` shows. See docs/decisions/0059-move-slow-tests-to-npm-run-verify.md.
 */
export const THOROUGH = { tags: ["thorough"] };

/** For the tests of a loop, of which `npm test` runs a sample. */
export const thoroughUnless = (isSample: boolean) => (isSample ? {} : THOROUGH);

/** For tests that take long on PostgreSQL and show there what others show: `npm test` runs them on SQLite. */
export const THOROUGH_ON_SERVER = isOnServer() ? THOROUGH : {};
