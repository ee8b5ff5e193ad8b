/**
 * Marks a test that `npm run verify` runs, and `npm test` leaves out: it repeats for another input, amount or program what
 * a test of `npm test` shows. See docs/decisions/0059-move-slow-tests-to-npm-run-verify.md.
 */
export const THOROUGH = { tags: ["thorough"] };

/** For the tests of a loop, of which `npm test` runs a sample. */
export const thoroughUnless = (isSample: boolean) => (isSample ? {} : THOROUGH);
