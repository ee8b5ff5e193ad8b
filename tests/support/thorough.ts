import { isOnServer } from "./test-database.ts";

/**
 * Marks a test for `npm run verify`, which `npm test` skips: it repeats another test for a different input, amount or
 * program. See docs/decisions/0059-move-slow-tests-to-npm-run-verify.md.
 */
export const THOROUGH = { tags: ["thorough"] };

/** Options for tests in a loop, of which `npm test` runs a sample. */
export const thoroughUnless = (isSample: boolean) => (isSample ? {} : THOROUGH);

/** Options for slow tests whose promise other tests cover on PostgreSQL: `npm test` runs them only on SQLite. */
export const THOROUGH_ON_SERVER = isOnServer() ? THOROUGH : {};
